import { data, redirect } from "react-router";
import { catalogColumnNames } from "#shop/catalog/catalog-columns.ts";
import { CatalogFileError } from "#shop/catalog/catalog-file.ts";
import { importUpload, keepUpload, previewUpload, readUpload } from "#shop/catalog/catalog-uploads.ts";
import type { ImportPreview } from "#shop/catalog/import-preview.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { type CatalogForm, withCatalogForm } from "../components/catalog-form.server.ts";
import { Table } from "../components/data-table.tsx";
import { redirectWithNotice } from "../components/notice.server.ts";
import { Part, Screen } from "../components/screen.tsx";
import { withQuery } from "../components/with-query.ts";
import type { Route } from "./+types/import-products";

type Context = Route.ActionArgs["context"];

const goneMessage = "That file is gone. Choose it again.";

/** What the file that waits would change, if one does. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const id = url.searchParams.get("file");
  if (!id) return { preview: undefined };
  const upload = await readUpload(shop.db, context.get(ownerContext).email, id);
  const replace = url.searchParams.get("others") === "remove";
  try {
    const preview = upload && (await previewUpload(shop, upload, replace));
    return preview ? { id, name: upload.name, replace, preview } : { preview: undefined, error: goneMessage };
  } catch (error) {
    if (error instanceof CatalogFileError) return { preview: undefined, refused: refusalOf(error) };
    throw error;
  }
}

/** Takes a file in, to show what it would change; or imports the one that was shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const isFile = /^multipart\//i.test(request.headers.get("content-type") ?? "");
  return isFile
    ? withCatalogForm(request, (form) => takeFile(context, form))
    : importFile(context, textFields(await readForm(request)));
}

async function takeFile(context: Context, { fields, file }: CatalogForm) {
  if (!file || file.size === 0) return data({ error: "Choose a file first." }, 422);
  if (!/\.(csv|json)$/i.test(file.name)) return data({ error: "A catalog's name ends with .csv or .json." }, 422);
  const id = await keepUpload(context.get(shopContext), context.get(ownerContext).email, file);
  const others = fields.others === "remove" ? "remove" : undefined;
  return redirect(withQuery("/products/import", { file: id, others }), 303);
}

async function importFile(context: Context, fields: Record<string, string>) {
  const shop = context.get(shopContext);
  const upload = await readUpload(shop.db, context.get(ownerContext).email, fields.file ?? "");
  if (!upload) return data({ error: goneMessage }, 409);
  try {
    const imported = await importUpload(shop, upload, fields.others === "remove");
    if (imported === undefined) return data({ error: goneMessage }, 409);
    return redirectWithNotice("/owner/products", `${imported} products imported from ${upload.name}`);
  } catch (error) {
    if (error instanceof CatalogFileError) return data({ refused: refusalOf(error) }, 422);
    throw error;
  }
}

/** What is wrong with a file: a line for each of the first products that aren't right, and how many more there are. */
function refusalOf({ faults, others }: CatalogFileError) {
  return { faults, others };
}

export default function ImportProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { preview } = loaderData;
  const { error, refused } = { error: undefined, refused: undefined, ...(actionData ?? loaderData) };
  return (
    <Screen title="Import and export" summary="The whole catalog as a file: for a spreadsheet, or for another shop.">
      {(error || refused) && (
        <Alert>
          <p>Nothing was changed. {error ?? "First put this right in the file:"}</p>
          {refused && <Problems {...refused} />}
        </Alert>
      )}
      {preview && <Preview {...loaderData} preview={preview} />}
      <Part title="Import">
        <form method="post" action={`#${saidId}`} encType="multipart/form-data" className="grid max-w-xl gap-4">
          <div>
            <label htmlFor="file" className="mb-1 block text-sm font-medium">
              CSV or JSON, of 64 MB at most
            </label>
            <input
              type="file"
              id="file"
              name="file"
              accept=".csv,.json"
              required
              className="w-full rounded-lg border border-field bg-raised p-2 file:mr-3 file:rounded-md file:border-0 file:bg-ink/8 file:px-3 file:py-1.5"
            />
          </div>
          <label className="flex items-center gap-3">
            <input type="checkbox" name="others" value="remove" className="size-5 accent-spruce" />
            Remove the products that it doesn't name
          </label>
          <button type="submit" className="button button-main justify-self-start">
            Show what would change
          </button>
          <p className="text-sm text-soft">
            Products with an id that is known are changed, the others are new; the file's order becomes the catalog's.
          </p>
          <p className="text-sm wrap-anywhere text-soft">
            A CSV has the columns {catalogColumnNames.join(", ")}; all but brand are needed, and others are left out.
            Start from{" "}
            <a href="/owner/products.csv?sample" className="text-link">
              a sample
            </a>
            : the catalog's first three products as CSV.
          </p>
        </form>
      </Part>
      <Part title="Export">
        <div className="flex flex-wrap gap-3">
          <a href="/owner/products.csv" className="button button-quiet">
            Download CSV
          </a>
          <a href="/owner/products.json" className="button button-quiet">
            Download JSON
          </a>
        </div>
      </Part>
    </Screen>
  );
}

function Problems({ faults, others }: ReturnType<typeof refusalOf>) {
  return (
    <>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      {others > 0 && <p className="mt-2">and {others} more products</p>}
    </>
  );
}

interface PreviewProps {
  id?: string | undefined;
  name?: string | undefined;
  replace?: boolean | undefined;
  preview: ImportPreview;
}

function Preview({ id, name, replace, preview: { rows, counts, others, order } }: PreviewProps) {
  const told = Object.entries(counts).map(([effect, count]) => `${count} ${effect}`);
  return (
    <Part title="What would change">
      <p className="mb-3 wrap-anywhere">
        {name}: {told.join(", ")}
      </p>
      {order && <p className="mb-3 wrap-anywhere">The file's order becomes the catalog's: {order}</p>}
      <Table
        caption="What would change"
        rows={rows.map((row, index) => ({ ...row, index }))}
        keyOf={({ index }) => index}
        empty={order ? "No product would change." : "Nothing would change."}
        columns={[
          { name: "Id", isTitle: true, cell: (row) => <span className="wrap-anywhere">{row.id}</span> },
          { name: "What", cell: (row) => row.what },
          { name: "Before", cell: (row) => <span className="wrap-anywhere">{row.before}</span> },
          { name: "After", cell: (row) => <span className="wrap-anywhere">{row.after}</span> },
        ]}
      />
      {others > 0 && <p className="mt-3">and {others} more products</p>}
      <form method="post" action={`#${saidId}`} className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="step" value="import" />
        <input type="hidden" name="file" value={id} />
        {replace && <input type="hidden" name="others" value="remove" />}
        <button type="submit" className="button button-main">
          Import
        </button>
        <a href="/owner/products/import" className="button button-quiet">
          Don't import
        </a>
      </form>
    </Part>
  );
}
