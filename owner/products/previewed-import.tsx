import { catalogFields } from "#shop/catalog/fields/product-fields.ts";
import { countsInWords, type ImportPreview as PreviewedImport } from "#shop/catalog/files/import-preview.ts";
import type { UploadOptions } from "#shop/catalog/files/uploads/work-on-upload.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import { EncodingForm } from "./encoding-form.tsx";
import { ImportOptions } from "./import-options.tsx";
import { PreviewedExport } from "./previewed-export.tsx";

interface PreviewProps {
  id?: string | undefined;
  name?: string | undefined;
  options?: UploadOptions | undefined;
  preview: PreviewedImport;
  /** Whether the form led to it, and not to an error. */
  isAnswer: boolean;
}

/** What an uploaded file would change, with a button that imports it. */
export function ImportPreview({ id, name, options, preview, isAnswer }: PreviewProps) {
  const {
    rows,
    titles,
    counts,
    newDrafts,
    others,
    order,
    newCategories,
    leavingMenu,
    unusualPrices,
    onSale,
    onlyColumns,
    notes,
    pictures,
  } = preview;
  const formats = useFormats();
  const titleOf = new Map(titles);
  return (
    <Part title="Preview" id={isAnswer ? formMessageId : undefined}>
      <p className="mb-3 wrap-anywhere">
        <Sentence text={`${name}: ${countsInWords({ counts, newDrafts })}`} names={[name]} />
      </p>
      {notes.export && <PreviewedExport notes={notes.export} />}
      {id && notes.encoding && <EncodingForm id={id} options={options} encoding={notes.encoding} />}
      <Warnings {...notes} />
      <UnusualPrices {...unusualPrices} />
      <ProductsOnSale {...onSale} />
      {onlyColumns && (
        <p className="mb-3 wrap-anywhere">
          Only these columns are in the file, and nothing else changes: {onlyColumns.join(", ")}
        </p>
      )}
      {order && <p className="mb-3 wrap-anywhere">The catalog takes the file's order: {order}</p>}
      <NewCategories categories={newCategories} leavingMenu={leavingMenu} />
      {pictures > 0 && (
        <p className="mb-3">
          {pictures === 1 ? "1 picture is" : `${formatNumber(pictures, formats)} pictures are`} fetched into the shop
          after the import.
        </p>
      )}
      <Table
        caption="Preview"
        rows={rows.map((row, index) => ({ ...row, index }))}
        keyOf={({ index }) => index}
        empty={order ? "No products would change." : "Nothing would change."}
        columns={[
          {
            name: "Product",
            isTitle: true,
            cell: ({ id }) => (
              <span className="wrap-anywhere">
                <bdi>{titleOf.get(id)}</bdi> <span className="block text-sm font-normal text-soft">{id}</span>
              </span>
            ),
          },
          { name: "Change", cell: ({ what }) => changeLabel(what) },
          { name: "Before", cell: (row) => <span className="wrap-anywhere">{row.before || "–"}</span> },
          { name: "After", cell: (row) => <span className="wrap-anywhere">{row.after || "–"}</span> },
        ]}
      />
      {others > 0 && <p className="mt-3">and {others} more</p>}
      {(rows.length > 0 || order || pictures > 0) && (
        <ImportForm id={id} options={options} hasWarnings={notes.warnings.length > 0} />
      )}
    </Part>
  );
}

function ImportForm({ id, options, hasWarnings }: Pick<PreviewProps, "id" | "options"> & { hasWarnings: boolean }) {
  return (
    <PostForm step="import" className="mt-4 flex flex-wrap gap-3">
      <input type="hidden" name="file" value={id} />
      <ImportOptions options={options} />
      {options?.encoding && <input type="hidden" name="encoding" value={options.encoding} />}
      {hasWarnings && <input type="hidden" name="warnings" value="accept" />}
      <Button>{hasWarnings ? "Import anyway" : "Import"}</Button>
      <Button href="/owner/products/import" look="quiet">
        Cancel
      </Button>
    </PostForm>
  );
}

/** What looks like a mistake in the file, and what the import does with it. */
function Warnings({ warnings, otherWarnings, remarks }: PreviewedImport["notes"]) {
  return (
    <>
      {warnings.length > 0 && (
        <div role="status" className="mb-4 rounded-lg border-l-4 border-amber bg-raised px-4 py-3 wrap-anywhere">
          <p className="font-medium">These look like mistakes. Correct the file, or import it anyway.</p>
          <ul className="mt-1 list-disc pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          {otherWarnings > 0 && <p className="mt-1">and {otherWarnings} more</p>}
        </div>
      )}
      {remarks.length > 0 && (
        <ul className="mb-3 list-disc pl-5 wrap-anywhere">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const labels: Record<string, string> = {
  new: "New product",
  "new draft": "New draft",
  removed: "Removed",
  ...Object.fromEntries(catalogFields.map(({ name, label }) => [name, label])),
};

/** What a row is about, as the product's form calls it. */
function changeLabel(what: string) {
  return labels[what] ?? what;
}

function UnusualPrices({ prices, others }: PreviewedImport["unusualPrices"]) {
  const formatPrice = useFormatPrice();
  if (prices.length === 0) return null;
  return (
    <div role="status" className="mb-4 rounded-lg border-l-4 border-amber bg-raised px-4 py-3 wrap-anywhere">
      <p className="font-medium">Check these prices: they are zero, very high, or change by more than half.</p>
      <ul className="mt-1 list-disc pl-5">
        {prices.map(({ id, title, from, to }) => (
          <li key={id}>
            <Sentence
              text={`${title} (${id}): ${from === undefined ? "" : `${formatPrice(from)} → `}${formatPrice(to)}`}
              names={[title]}
            />
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-1">and {others} more</p>}
    </div>
  );
}

function ProductsOnSale({ products, others }: PreviewedImport["onSale"]) {
  if (products.length === 0) return null;
  return (
    <div className="mb-3 wrap-anywhere">
      <p>Sales: the prices in the file are the usual prices.</p>
      <ul className="mt-1 list-disc pl-5">
        {products.map(({ id, title, effect }) => (
          <li key={id}>
            <Sentence text={`${title} (${id}): ${effect}`} names={[title]} />
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-1">and {others} more</p>}
    </div>
  );
}

const mostCategoriesTold = 40;

interface NewCategoriesProps {
  categories: PreviewedImport["newCategories"];
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
        {inMenu.length > 0 && (
          <li>
            <Sentence text={`In the menu: ${listed(inMenu)}`} names={inMenu} />
          </li>
        )}
        {others.length > 0 && (
          <li>
            <Sentence text={`Under “All categories”: ${listed(others)}`} names={others} />
          </li>
        )}
        {leavingMenu.length > 0 && (
          <li>
            <Sentence text={`Without products, so no longer in the menu: ${listed(leavingMenu)}`} names={leavingMenu} />
          </li>
        )}
      </ul>
    </div>
  );
}

function listed(names: string[]) {
  const more = names.length - mostCategoriesTold;
  return names.slice(0, mostCategoriesTold).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
