import type { BulkPreview, Skipped } from "#shop/catalog/products/bulk-products.ts";
import type { FieldValue } from "#shop/changes/change-log.ts";
import type { Formats } from "#shop/values/locale.ts";
import { centsFromNumber } from "#shop/values/money.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { changeLabel } from "../changes/change-labels.ts";
import { PostForm } from "../forms/post-form.tsx";
import { ownersProductAddress } from "../products-address.ts";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import { momentText } from "./typed-moments.ts";

interface BulkPreviewPartProps {
  preview: BulkPreview;
  /** The list that the products were selected in. */
  listAddress: string;
  /** Category names by slug. */
  nameOf: Map<string, string>;
  /** The shop's. */
  timeZone: string;
  /** Whether the form led to it, and not to an error. */
  isAnswer: boolean;
  /** Whether it deletes products. */
  isDeletion: boolean;
}

const amounts = ["price", "compareAtPrice", "salePrice"];
const moments = ["saleStarts", "saleEnds"];

/** A warning of the shop, which writes percentages in English. */
function withPercent(warning: string, formats: Formats) {
  return warning.replaceAll(/(\d+)%/g, (_, percent) => formatPercent(Number(percent), formats));
}

/** What a bulk change would do, and the button that does it. */
export function BulkPreviewPart({
  preview,
  listAddress,
  nameOf,
  timeZone,
  isAnswer,
  isDeletion,
}: BulkPreviewPartProps) {
  const { changed, unchanged, rows, warnings, skipped, seen } = preview;
  const formats = useFormats();
  const { currency } = formats;
  const formatPrice = useFormatPrice();
  const show = (field: string, value: FieldValue) => {
    const text = String(value ?? "");
    if (amounts.includes(field) && text) return formatPrice(centsFromNumber(Number(text), currency) ?? 0);
    if (moments.includes(field)) return momentText(text, timeZone) || "None";
    return (field === "category" && nameOf.get(text)) || text || "None";
  };
  const isOfSale = rows.some(({ fields }) => "salePrice" in fields);
  return (
    <Part title="Preview" id={isAnswer ? formMessageId : undefined}>
      <p className="mb-3">
        {countOf(changed)} would change
        {unchanged > 0 && `, ${unchanged} already ${unchanged === 1 ? "is" : "are"} as wanted`}
        {skipped.count > 0 && `, ${skipped.count} can't be changed`}.
      </p>
      {warnings.length > 0 && (
        <ul className="mb-4 grid list-disc gap-1 rounded-lg border-l-4 border-amber bg-raised py-3 pr-4 pl-8">
          {warnings.map(({ text, products }) => (
            <li key={text}>
              {withPercent(text, formats)}: {countOf(products)}
            </li>
          ))}
        </ul>
      )}
      <SkippedProducts title="Not changed" skipped={skipped} />
      <Table
        caption="Preview"
        rows={rows.flatMap((row) =>
          Object.entries(row.fields).map(([field, values]) => ({ ...row, field, ...values })),
        )}
        keyOf={({ id, field }) => `${field} ${id}`}
        empty="Nothing would change."
        columns={[
          {
            name: "Product",
            isTitle: true,
            cell: ({ id, title, warnings }) => (
              <>
                <a href={ownersProductAddress(id)} className="text-link wrap-anywhere">
                  {title}
                </a>
                {warnings.map((text) => (
                  <span key={text} className="block text-sm text-berry">
                    {withPercent(text, formats)}
                  </span>
                ))}
              </>
            ),
          },
          ...(isOfSale
            ? [{ name: "Field", cell: ({ field }: { field: string }) => changeLabel("product", field) }]
            : []),
          { name: "Before", cell: ({ field, before }) => <span className="wrap-anywhere">{show(field, before)}</span> },
          { name: "After", cell: ({ field, after }) => <span className="wrap-anywhere">{show(field, after)}</span> },
        ]}
      />
      {changed > rows.length && <p className="mt-3">and {changed - rows.length} more</p>}
      <PostForm className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="version" value={seen.version} />
        <input type="hidden" name="digest" value={seen.digest} />
        {changed > 0 && (
          <Button>{isDeletion ? `Delete ${countOf(changed)} for good` : `Apply to ${countOf(changed)}`}</Button>
        )}
        <Button href={listAddress} look="quiet">
          Cancel
        </Button>
      </PostForm>
    </Part>
  );
}

/** "1 product", "2 products" */
export function countOf(products: number) {
  return products === 1 ? "1 product" : `${products} products`;
}

/** The first products that aren't changed, and why. */
export function SkippedProducts({ title, skipped: { count, first } }: { title: string; skipped: Skipped }) {
  return (
    count > 0 && (
      <div className="mb-4 wrap-anywhere">
        <p className="font-medium">
          {title}: {countOf(count)}
        </p>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {first.map(({ id, title, reason }) => (
            <li key={id}>
              <Sentence text={`${title} (${id}): ${reason}`} names={[title]} />
            </li>
          ))}
        </ul>
        {count > first.length && <p className="mt-1">and {count - first.length} more</p>}
      </div>
    )
  );
}
