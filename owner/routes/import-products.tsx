import { data, redirect } from "react-router";
import { catalogColumnNames } from "#shop/catalog/import/catalog-columns.ts";
import { CatalogFileError } from "#shop/catalog/import/catalog-file.ts";
import { importUpload, keepUpload, previewUpload, readUpload } from "#shop/catalog/import/catalog-uploads.ts";
import type { ImportPreview } from "#shop/catalog/import/import-preview.ts";
import { textFields } from "#shop/validate.ts";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../frame/addresses.ts";
import { Alert, formMessageId } from "../frame/alert.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { Part, Screen } from "../frame/screen.tsx";
import { type CatalogForm, withCatalogForm } from "../products/catalog-form.server.ts";
import type { Route } from "./+types/import-products";

type Context = Route.ActionArgs["context"];

const goneMessage = "This upload is no longer available. Choose the file again.";

/** The preview of an uploaded file. */
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
    if (error instanceof CatalogFileError) return { preview: undefined, refused: toResponse(error) };
    throw error;
  }
}

/** Uploads a file for a preview, or imports the previewed file. */
export async function action({ request, context }: Route.ActionArgs) {
  const isFile = /^multipart\//i.test(request.headers.get("content-type") ?? "");
  return isFile
    ? withCatalogForm(request, (form) => takeFile(context, form))
    : importFile(context, textFields(await readForm(request)));
}

async function takeFile(context: Context, { fields, file }: CatalogForm) {
  if (!file || file.size === 0) return data({ error: "Choose a file." }, 422);
  if (!/\.(csv|json)$/i.test(file.name)) return data({ error: "Choose a .csv or .json file." }, 422);
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
    return redirectWithFlash("/owner/products", `${imported} products imported from ${upload.name}`);
  } catch (error) {
    if (error instanceof CatalogFileError) return data({ refused: toResponse(error) }, 422);
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
  return (
    <Screen
      title="Import and export"
      summary="Export the whole catalog to a file, or import one from a spreadsheet or another shop."
    >
      {(error || refused) && (
        <Alert>
          <p>Nothing was changed. {error ?? "Correct these errors in the file:"}</p>
          {refused && <Problems {...refused} />}
        </Alert>
      )}
      {preview && <Preview {...loaderData} preview={preview} />}
      <Part title="Import">
        <form method="post" action={`#${formMessageId}`} encType="multipart/form-data" className="grid max-w-xl gap-4">
          <div>
            <label htmlFor="file" className="mb-1 block text-sm font-medium">
              CSV or JSON file, up to 64 MB
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
            Remove products that aren't in the file
          </label>
          <button type="submit" className="button button-main justify-self-start">
            Preview changes
          </button>
          <p className="text-sm text-soft">
            Products with an existing ID are updated; all others are added. The catalog takes the file's order.
          </p>
          <p className="text-sm wrap-anywhere text-soft">
            CSV columns: {catalogColumnNames.join(", ")}. All are required except brand; other columns are ignored.
            Start from{" "}
            <a href="/owner/products.csv?sample" className="text-link">
              a sample
            </a>{" "}
            CSV with the catalog's first three products.
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

interface PreviewProps {
  id?: string | undefined;
  name?: string | undefined;
  replace?: boolean | undefined;
  preview: ImportPreview;
}

function Preview({
  id,
  name,
  replace,
  preview: { rows, counts, others, order, newCategories, leavingMenu },
}: PreviewProps) {
  const told = Object.entries(counts).map(([effect, count]) => `${count} ${effect}`);
  return (
    <Part title="Preview">
      <p className="mb-3 wrap-anywhere">
        {name}: {told.join(", ")}
      </p>
      {order && <p className="mb-3 wrap-anywhere">The catalog takes the file's order: {order}</p>}
      <NewCategories categories={newCategories} leavingMenu={leavingMenu} />
      <Table
        caption="Preview"
        rows={rows.map((row, index) => ({ ...row, index }))}
        keyOf={({ index }) => index}
        empty={order ? "No products would change." : "No changes."}
        columns={[
          { name: "ID", isTitle: true, cell: (row) => <span className="wrap-anywhere">{row.id}</span> },
          { name: "Change", cell: (row) => row.what },
          { name: "Before", cell: (row) => <span className="wrap-anywhere">{row.before}</span> },
          { name: "After", cell: (row) => <span className="wrap-anywhere">{row.after}</span> },
        ]}
      />
      {others > 0 && <p className="mt-3">and {others} more</p>}
      <form method="post" action={`#${formMessageId}`} className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="step" value="import" />
        <input type="hidden" name="file" value={id} />
        {replace && <input type="hidden" name="others" value="remove" />}
        <button type="submit" className="button button-main">
          Import
        </button>
        <a href="/owner/products/import" className="button button-quiet">
          Cancel
        </a>
      </form>
    </Part>
  );
}

const mostCategoriesTold = 40;

interface NewCategoriesProps {
  categories: ImportPreview["newCategories"];
  leavingMenu: string[];
}

function NewCategories({ categories, leavingMenu }: NewCategoriesProps) {
  if (categories.length === 0) return null;
  const [inMenu, others] = [true, false].map((isInMenu) =>
    categories.filter(({ inMenu }) => inMenu === isInMenu).map(({ name }) => name),
  ) as [string[], string[]];
  return (
    <div className="mb-3 wrap-anywhere">
      <p>
        {categories.length === 1
          ? "1 new category is created with the import."
          : `${categories.length} new categories are created with the import.`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {inMenu.length > 0 && <li>In the menu: {listed(inMenu)}</li>}
        {others.length > 0 && <li>Under “All categories”: {listed(others)}</li>}
        {leavingMenu.length > 0 && <li>Without products, so no longer in the menu: {listed(leavingMenu)}</li>}
      </ul>
    </div>
  );
}

function listed(names: string[]) {
  const more = names.length - mostCategoriesTold;
  return names.slice(0, mostCategoriesTold).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
