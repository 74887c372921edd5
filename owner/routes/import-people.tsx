import { data, redirect } from "react-router";
import { isSpreadsheetName } from "#shop/catalog/files/reading/catalog-columns.ts";
import { CatalogFileError } from "#shop/catalog/files/reading/catalog-file-error.ts";
import { isWorkbookName, workbookProblem } from "#shop/catalog/files/reading/check-text.ts";
import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";
import { keepUpload, readUpload } from "#shop/catalog/files/uploads/catalog-uploads.ts";
import { readImports, undoImport } from "#shop/earlier-shop/imports.ts";
import { countInvitations, inviteCustomers, stopInvitations } from "#shop/earlier-shop/invitations.ts";
import { processUpload } from "#shop/earlier-shop/people-uploads.ts";
import { encodingNamed } from "#shop/files/text-encoding.ts";
import { textFields } from "#shop/forms/validate.ts";
import { keepsMails } from "#shop/mail/mail-server/keeps-mails.ts";
import { formatMoment } from "#shop/values/days.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { isMultipart } from "#web/is-multipart.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import type { StepsOf } from "../access/acts.ts";
import { withQuery } from "../addresses.ts";
import { FileField } from "../forms/file-field.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { countsInWords, ImportReportPart, optionsWith } from "../people/import-report.tsx";
import { ImportTable } from "../people/import-table.tsx";
import { InvitationForms } from "../people/invitation-forms.tsx";
import { type CatalogForm, withCatalogForm } from "../products/catalog-form.server.ts";
import { EncodingForm } from "../products/encoding-form.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/import-people";

type Context = Route.ActionArgs["context"];

const address = "/customers/import";
const goneMessage = "This upload is no longer available. Choose the file again.";

export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const imports = await readImports(shop.db);
  return {
    ...(await previewFile(context, url.searchParams)),
    invitations: await countInvitations(shop.db),
    imports: imports.map((found) => ({ ...found, when: formatMoment(found.createdAt, shop.settings) })),
  };
}

/** The preview of an uploaded file, or why there is none. */
async function previewFile(context: Context, given: URLSearchParams) {
  const shop = context.get(shopContext);
  const id = given.get("file");
  if (!id) return { preview: undefined };
  const upload = await readUpload(shop.db, context.get(ownerContext).email, id);
  const encoding = encodingNamed(given.get("encoding") ?? "");
  try {
    const report = upload && (await processUpload(shop, "preview", upload, { encoding }));
    if (!report) return { preview: undefined, error: goneMessage };
    return { preview: { id, name: upload.name, encoding, report } };
  } catch (error) {
    if (!(error instanceof CatalogFileError)) throw error;
    return { preview: undefined, error: error.message, reread: { id, options: optionsWith(encoding) } };
  }
}

/** Uploads a file for a preview, or does what a form's step says. */
export async function action({ request, context }: Route.ActionArgs) {
  const isFile = isMultipart(request);
  if (isFile) return withCatalogForm(request, (form) => takeFile(context, form));
  const fields = textFields(await readForm(request));
  const { step = "" } = fields;
  if (!Object.hasOwn(actions, step)) throw data(null, 400);
  return actions[step as keyof typeof actions](context, fields);
}

async function takeFile(context: Context, { file, missing }: CatalogForm) {
  if (!file || file.size === 0) return data({ error: missing }, 422);
  if (!isSpreadsheetName(file.name))
    return data({ error: isWorkbookName(file.name) ? workbookProblem : "Choose a .csv file." }, 422);
  const id = await keepUpload(context.get(shopContext), context.get(ownerContext).email, file);
  return redirect(withQuery(address, { file: id }), 303);
}

const actions = {
  async import(context: Context, fields: Record<string, string>) {
    const shop = context.get(shopContext);
    const upload = await readUpload(shop.db, context.get(ownerContext).email, fields.file ?? "");
    const encoding = encodingNamed(fields.encoding ?? "");
    try {
      const report = upload && (await processUpload(shop, "import", upload, { encoding }));
      if (!report) return data({ error: goneMessage }, 409);
      const what = report.kind === "customers" ? "Customers" : "Orders";
      return redirectWithFlash(
        context,
        address,
        `${what} imported from ${upload.name}: ${countsInWords(report, shop.settings)}`,
      );
    } catch (error) {
      if (error instanceof CatalogFileError) return data({ error: error.message }, 422);
      throw error;
    }
  },

  async undo(context: Context, fields: Record<string, string>) {
    const shop = context.get(shopContext);
    const removed = await undoImport(shop, fields.import ?? "", context.get(ownerContext).email);
    if (removed === undefined) return data({ error: "This import is already undone." }, 409);
    return redirectWithFlash(context, address, `Import undone. Removed: ${formatNumber(removed, shop.settings)}`);
  },

  invite: (context: Context) => invite(context, "never"),

  remind: (context: Context) => invite(context, "emailed"),

  async stop(context: Context) {
    const shop = context.get(shopContext);
    const count = await stopInvitations(shop, context.get(ownerContext).email);
    return redirectWithFlash(context, address, `Stopped. Emails not sent: ${formatNumber(count, shop.settings)}`);
  },
} satisfies Record<Exclude<StepsOf<"/customers/import">, "preview">, unknown>;

async function invite(context: Context, who: "never" | "emailed") {
  const shop = context.get(shopContext);
  const count = await inviteCustomers(shop, who, context.get(ownerContext).email);
  if (count === 0) return data({ error: "No one is left to be emailed." }, 409);
  const emails = `${formatNumber(count, shop.settings)} ${count === 1 ? "email is" : "emails are"}`;
  const becomes = keepsMails(shop.settings) ? "kept in the outbox" : "being sent in the background";
  return redirectWithFlash(context, address, `${emails} ${becomes}`);
}

export default function ImportPeople({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, invitations, imports } = loaderData;
  const { error } = { error: undefined, ...(actionData ?? loaderData) };
  const reread = "reread" in loaderData ? loaderData.reread : undefined;
  return (
    <Screen
      title="Import customers and orders"
      summary="Bring customers and past orders from Shopify or WooCommerce."
      actions={
        <Button href="/owner/products/import" look="quiet">
          Products
        </Button>
      }
    >
      {error && <Alert>Nothing was changed. {error}</Alert>}
      {reread && <EncodingForm {...reread} action="/owner/customers/import" encoding={undefined} />}
      {preview && <ImportReportPart {...preview} isAnswer={!error} />}
      <Part title="Import">
        <PostForm encType="multipart/form-data" className="grid max-w-xl gap-4">
          <FileField label="CSV file, up to 64 MB" accept=".csv,.tsv,.txt" largest={catalogFormBytes} />
          <Button className="justify-self-start">Preview</Button>
          <p className="text-sm wrap-anywhere text-soft">
            The same file twice changes nothing, and a later one adds what is new. Customers come from Shopify&rsquo;s
            customer export, WooCommerce&rsquo;s report of customers, or an export of its users; orders from
            Shopify&rsquo;s order export, Advanced Order Export, or WooCommerce&rsquo;s Customer/Order/Coupon Export.
          </p>
        </PostForm>
      </Part>
      <InvitationForms {...invitations} />
      <ImportTable imports={imports} />
    </Screen>
  );
}
