import { data, type RouterContextProvider } from "react-router";
import type * as v from "valibot";
import { PageChangedError, PageRefusedError, PageUnknownError } from "#shop/content/change-page.ts";
import { renderPage } from "#shop/content/markdown.ts";
import type { PageFields } from "#shop/content/page-form.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";
import { type FieldErrors, textFields, validate } from "#shop/validate.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";

/** A page's form that wasn't saved, or is only previewed. */
export interface RejectedPage {
  typed: Record<string, string>;
  errors: FieldErrors;
  /** The current values, if someone else changed them while the form was open. */
  conflict?: PageFields | undefined;
  preview: string;
}

type ShownForm = ReturnType<typeof data<RejectedPage>>;
type Outcome<Values> = { values: Values; shown?: undefined } | { values?: undefined; shown: ShownForm };

type Context = Readonly<RouterContextProvider>;

export async function readPageForm(request: Request) {
  return textFields(await readForm(request));
}

/**
 * Validates a page's form and saves it, or shows its preview.
 *
 * @returns the saved fields, or the form to show again
 * @throws 404 if the page is gone
 */
export async function savePageForm<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
  typed: Record<string, string>,
  save: (fields: v.InferOutput<Schema>) => Promise<void>,
): Promise<Outcome<v.InferOutput<Schema>>> {
  const { db } = context.get(shopContext);
  const show = async (rejected: Omit<RejectedPage, "typed" | "preview">, status: number) => {
    const preview = await renderPage(db, typed.text ?? "");
    return { shown: data<RejectedPage>({ ...rejected, typed, preview }, status) };
  };
  const { values, errors } = validate(schema, typed);
  if (typed.step === "preview") return show({ errors: {} }, 200);
  if (errors) return show({ errors }, 422);
  try {
    await save(values);
    return { values };
  } catch (error) {
    if (error instanceof PageRefusedError) return show({ errors: error.errors }, 422);
    if (error instanceof RedirectError) return show({ errors: { slug: error.message } }, 422);
    if (error instanceof PageChangedError) return show({ errors: {}, conflict: error.current }, 409);
    return throwMissing(error);
  }
}

/** @throws 404 if the page is gone, and all other errors */
export function throwMissing(error: unknown): never {
  throw error instanceof PageUnknownError ? data(null, 404) : error;
}
