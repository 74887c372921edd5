import type { Context } from "hono";
import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";
import { largestLabel } from "#shop/orders/returns/return-label-limit.ts";
import { sentPictures } from "#shop/pictures/picture-rules.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import { type FormRoom, fitForm } from "#web/fit-form.server.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { declaredLength, formFits, isMultipart } from "./form-limits.ts";

/** Bytes of the texts of most screens' forms. A reply to a message has up to 5,000 characters of up to 9 bytes each in a form. */
const usualTexts = 64 * 1024;
/** Bytes of a product's or a page's texts, submitted and original, with form encoding. */
const largestTexts = 1024 * 1024;
/** Bytes of the largest form that is read to its end, so that its screen is shown again: several times what cameras make of ten pictures. */
export const mostRead = 512 * 1024 * 1024;

interface OwnersForm extends FormRoom {
  path: RegExp;
  /** Bytes of a multipart form that its screen reads as it arrives. */
  streamed?: number;
}

/** The screens that import a catalog or customers. */
export const importPath = /^\/owner\/(products|customers)\/import$/;

/** What the forms of the screens may have, where it is more than usual. */
const forms: OwnersForm[] = [
  { path: importPath, texts: usualTexts, files: 0, streamed: catalogFormBytes },
  // It looks at the room on the disk itself.
  { path: /^\/owner\/restore$/, texts: usualTexts, files: 0, streamed: Number.POSITIVE_INFINITY },
  {
    path: /^\/owner\/(products\/.|categories\/.|pages\/.|(appearance|legal-guarantee)(\/|$))/,
    texts: largestTexts,
    files: sentPictures.together,
  },
  { path: /^\/owner\/orders\/[^/]+$/, texts: usualTexts, files: largestLabel },
  { path: /^\/owner\/redirects$/, texts: settingsFileLimit, files: 0 },
  // The previewed file comes back in a text area, with longer line breaks.
  { path: /^\/owner\/settings\/import$/, texts: 2 * settingsFileLimit, files: 0 },
  // It keeps any other screen's form as JSON.
  { path: /^\/owner\/sign-in-again$/, texts: 4 * settingsFileLimit, files: 0 },
];

const usualForm = { texts: usualTexts, files: 0, streamed: undefined };

/**
 * Limits the form of an owner's screen. A multipart form that is longer loses the files that don't fit.
 *
 * @returns whether the screen may read it
 */
export async function admitForm(context: Context<HttpEnv>) {
  const { texts, files, streamed } = forms.find(({ path }) => path.test(context.req.path)) ?? usualForm;
  if (!isMultipart(context)) return formFits(context, texts);
  const most = streamed ?? texts + files;
  const length = declaredLength(context);
  // The screen itself counts what it reads as it arrives.
  if (length === undefined) return streamed !== undefined || formFits(context, most);
  if (length <= most) return true;
  const fitting = length <= mostRead ? await fitForm(context.req.raw, { texts, files }) : undefined;
  if (fitting) context.req.raw = fitting;
  return fitting !== undefined;
}
