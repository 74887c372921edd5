import { data, redirect } from "react-router";
import { readPictureProgress, retryPictures } from "#shop/catalog/fetched-pictures/picture-progress.ts";
import { importedInWords } from "#shop/catalog/files/imported-in-words.ts";
import { isSpreadsheetName, optionalColumns, requiredColumns } from "#shop/catalog/files/reading/catalog-columns.ts";
import { CatalogFileError } from "#shop/catalog/files/reading/catalog-file-error.ts";
import { isWorkbookName, workbookProblem } from "#shop/catalog/files/reading/check-text.ts";
import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";
import { importUpload, keepUpload, previewUpload, readUpload } from "#shop/catalog/files/uploads/catalog-uploads.ts";
import { isPeopleFile } from "#shop/earlier-shop/people-uploads.ts";
import { encodingNamed } from "#shop/files/text-encoding.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { isMultipart } from "#web/is-multipart.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import type { StepsOf } from "../access/acts.ts";
import { AllowedButton } from "../access/allowed-link.tsx";
import { withQuery } from "../addresses.ts";
import { FileField } from "../forms/file-field.tsx";
import { CheckboxField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { type CatalogForm, withCatalogForm } from "../products/catalog-form.server.ts";
import { EncodingForm } from "../products/encoding-form.tsx";
import { FetchedPictures } from "../products/fetched-pictures.tsx";
import { followMoveIn, goneMessage, moveIn } from "../products/move-in.server.ts";
import { MoveIn, ReadingOldShop } from "../products/move-in.tsx";
import { showImports } from "../products/past-imports.server.ts";
import { PastImports } from "../products/past-imports.tsx";
import { ImportPreview } from "../products/previewed-import.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash, redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/import-products";

type Context = Route.ActionArgs["context"];

/** The preview of an uploaded file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const reading = url.searchParams.get("reading");
  if (reading) return followMoveIn(context, reading);
  const options = readOptions(Object.fromEntries(url.searchParams));
  const id = url.searchParams.get("file");
  if (!id) {
    const pictures = await readPictureProgress(shop.db, shop.now());
    return { preview: undefined, pictures, imports: await showImports(shop) };
  }
  const upload = await readUpload(shop.db, context.get(ownerContext).email, id);
  try {
    const preview = upload && (await previewUpload(shop, upload, options));
    return preview ? { id, name: upload.name, options, preview } : { preview: undefined, error: goneMessage, options };
  } catch (error) {
    if (!(error instanceof CatalogFileError)) throw error;
    if (upload && (await isPeopleFile(shop, upload))) throw redirect(withQuery("/customers/import", { file: id }));
    const reread = upload && isSpreadsheetName(upload.name) ? { id } : undefined;
    return { preview: undefined, refused: toResponse(error), reread, options };
  }
}

/** The form's checkboxes, which the preview's address carries on. */
function readOptions({ others, order, pictures, encoding = "", warnings }: Record<string, string>) {
  return {
    replace: others === "remove",
    inFileOrder: order === "file",
    fetchPictures: pictures === "fetch",
    encoding: encodingNamed(encoding),
    acceptWarnings: warnings === "accept",
  };
}

/** Uploads a file for a preview, imports the previewed file, or tries failed pictures again. */
export async function action({ request, context }: Route.ActionArgs) {
  const isFile = isMultipart(request);
  if (isFile) return withCatalogForm(request, (form) => takeFile(context, form));
  const fields = textFields(await readForm(request));
  const step = fields.step as StepsOf<"/products/import">;
  if (step === "retryPictures") return tryPicturesAgain(context);
  return step === "moveIn" ? moveIn(context, fields.address ?? "") : importFile(context, fields);
}

async function tryPicturesAgain(context: Context) {
  const count = await retryPictures(context.get(shopContext));
  const message = count === 1 ? "1 picture is tried again" : `${count} pictures are tried again`;
  return redirectWithFlash(context, "/owner/products/import", message);
}

async function takeFile(context: Context, { fields, file, missing }: CatalogForm) {
  const options = readOptions(fields);
  if (!file || file.size === 0) return data({ error: missing, options }, 422);
  if (!isSpreadsheetName(file.name) && !/\.json$/i.test(file.name))
    return data({ error: isWorkbookName(file.name) ? workbookProblem : "Choose a .csv or .json file.", options }, 422);
  const id = await keepUpload(context.get(shopContext), context.get(ownerContext).email, file);
  const { replace, inFileOrder, fetchPictures } = options;
  const query = {
    file: id,
    others: replace ? "remove" : undefined,
    order: inFileOrder ? "file" : undefined,
    pictures: fetchPictures ? "fetch" : undefined,
  };
  return redirect(withQuery("/products/import", query), 303);
}

async function importFile(context: Context, fields: Record<string, string>) {
  const shop = context.get(shopContext);
  const upload = await readUpload(shop.db, context.get(ownerContext).email, fields.file ?? "");
  const options = readOptions(fields);
  if (!upload) return data({ error: goneMessage, options }, 409);
  try {
    const imported = await importUpload(shop, upload, options);
    if (imported === undefined) return data({ error: goneMessage, options }, 409);
    const pictures = await readPictureProgress(shop.db, shop.now());
    const list = pictures?.waiting ? "/owner/products/import" : "/owner/products";
    return redirectWithUndo(context, list, importedInWords(imported, upload.name));
  } catch (error) {
    if (error instanceof CatalogFileError) return data({ refused: toResponse(error), options }, 422);
    throw error;
  }
}

/** A file's errors: one line each for the first invalid products, and the number of others. */
function toResponse({ faults, others }: CatalogFileError) {
  return { faults, others };
}

export default function ImportProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { preview } = loaderData;
  const { error, refused } = { error: undefined, refused: undefined, ...(actionData ?? loaderData) };
  const { options } = { options: undefined, ...loaderData, ...actionData };
  const pictures = "pictures" in loaderData ? loaderData.pictures : undefined;
  const reading = "reading" in loaderData ? loaderData.reading : undefined;
  const imports = ("imports" in loaderData && loaderData.imports) || [];
  const reread = "reread" in loaderData ? loaderData.reread : undefined;
  const problem = refused?.faults.length === 1 && refused.others === 0 ? refused.faults[0] : undefined;
  return (
    <Screen
      title="Import and export"
      summary="Export the whole catalog to a file, or import one from a spreadsheet or another shop."
      actions={<AllowedButton href="/owner/customers/import">Customers and orders</AllowedButton>}
    >
      {(error || refused) && (
        <Alert>
          <p>Nothing was changed. {error ?? problem ?? "Correct these errors in the file:"}</p>
          {refused && !problem && <Problems {...refused} />}
        </Alert>
      )}
      {reread && <EncodingForm {...reread} options={options} encoding={undefined} />}
      {preview && <ImportPreview {...loaderData} preview={preview} isAnswer={!error && !refused} />}
      {reading && <ReadingOldShop {...reading} />}
      {pictures && <FetchedPictures {...pictures} />}
      <Part title="Import">
        <PostForm encType="multipart/form-data" className="grid max-w-xl gap-4">
          <FileField label="CSV or JSON file, up to 64 MB" accept=".csv,.tsv,.txt,.json" largest={catalogFormBytes} />
          <CheckboxField
            name="others"
            value="remove"
            label="Remove products that aren't in the file"
            defaultChecked={options?.replace}
          />
          <CheckboxField
            name="order"
            value="file"
            label="Order products as in the file"
            defaultChecked={options?.inFileOrder}
          />
          <CheckboxField
            name="pictures"
            value="fetch"
            label="Copy pictures into the shop"
            defaultChecked={options?.fetchPictures}
          />
          <Button className="justify-self-start">Preview changes</Button>
          <p className="text-sm text-soft">
            Products with an existing ID are updated; all others are added at the end, on sale at once. A file that
            names every product also sets their order.
          </p>
          <details className="text-sm text-soft">
            <summary className="inline-flex min-h-11 items-center underline">What the file needs</summary>
            <ul className="grid list-disc gap-2 pl-5 wrap-anywhere">
              <li>
                Start from{" "}
                <a href="/owner/products.csv?sample" className="text-link">
                  a sample
                </a>{" "}
                CSV with the catalog's first three products.
              </li>
              <li>
                To change a few fields of existing products, include only their id and those columns, such as id and
                stock.
              </li>
              <li>New products need {requiredColumns.join(", ")}.</li>
              <li>They may have {optionalColumns.join(", ")}. Other columns are ignored.</li>
              <li>
                Any spreadsheet's CSV works, with commas or semicolons, and prices such as 9.99, 9,99 or 1 299,50.
              </li>
            </ul>
          </details>
        </PostForm>
      </Part>
      <MoveIn />
      {imports.length > 0 && <PastImports imports={imports} />}
      <Part title="Export">
        <div className="flex flex-wrap gap-3">
          <Button href="/owner/products.csv" look="quiet">
            Download CSV
          </Button>
          <Button href="/owner/products.csv?separator=semicolon" look="quiet">
            CSV for Excel (;)
          </Button>
          <Button href="/owner/products.json" look="quiet">
            Download JSON
          </Button>
        </div>
      </Part>
    </Screen>
  );
}

function Problems({ faults, others }: ReturnType<typeof toResponse>) {
  return (
    <>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      {others > 0 && <p className="mt-2">and {others} more</p>}
    </>
  );
}
