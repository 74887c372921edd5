import type { BulkPreview, PreviewedProduct, Skipped } from "#shop/catalog/products/bulk-products.ts";
import type { ChangedFields, FieldValue } from "#shop/changes/change-log.ts";
import type { Currency } from "#shop/values/currencies.ts";
import type { Formats } from "#shop/values/locale.ts";
import { centsFromNumber, decimalAmount } from "#shop/values/money.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { changeLabel } from "../changes/change-labels.ts";
import { textInWords } from "../changes/moment-text.ts";
import { PostForm } from "../forms/post-form.tsx";
import { ownersProductAddress } from "../products-address.ts";
import { formMessageId } from "../screen/alert.tsx";
import { useRegional } from "../screen/regional.ts";
import { Part } from "../screen/screen.tsx";

interface BulkPreviewPartProps {
  preview: BulkPreview;
  /** The list that the products were selected in. */
  listAddress: string;
  /** Category names by slug. */
  nameOf: Map<string, string>;
  /** Whether the form led to it, and not to an error. */
  isAnswer: boolean;
  /** Whether it deletes products. */
  isDeletion: boolean;
}

const amounts = ["price", "compareAtPrice", "salePrice"];

/** A warning of the shop, which writes percentages in English. */
function withPercent(warning: string, formats: Formats) {
  return warning.replaceAll(/(\d+)%/g, (_, percent) => formatPercent(Number(percent), formats));
}

/** What a bulk change would do, and the button that does it. */
export function BulkPreviewPart({ preview, listAddress, nameOf, isAnswer, isDeletion }: BulkPreviewPartProps) {
  const { changed, unchanged, rows, warnings, skipped, seen } = preview;
  const formats = useFormats();
  const { currency } = formats;
  const regional = useRegional();
  const formatPrice = useFormatPrice();
  const show = (field: string, value: FieldValue) => {
    const text = String(value ?? "");
    if (amounts.includes(field) && text) return formatPrice(centsFromNumber(Number(text), currency) ?? 0);
    return (field === "category" && nameOf.get(text)) || textInWords(field, text, regional) || "None";
  };
  const shown = rows.flatMap((row) =>
    Object.entries(shownFields(row, currency)).map(([field, values]) => ({ ...row, field, ...values })),
  );
  const hasFormer = rows.some(({ formerCents }) => formerCents !== undefined);
  const former = ({ formerCents }: PreviewedProduct) => (formerCents ? formatPrice(formerCents) : "None");
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
      <SaleTimes rows={rows} />
      <Table
        caption="Preview"
        rows={shown}
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
          ...(new Set(shown.map(({ field }) => field)).size > 1
            ? [{ name: "Field", cell: ({ field }: { field: string }) => changeLabel("product", field) }]
            : []),
          { name: "Before", cell: ({ field, before }) => <span className="wrap-anywhere">{show(field, before)}</span> },
          { name: "After", cell: ({ field, after }) => <span className="wrap-anywhere">{show(field, after)}</span> },
          ...(hasFormer ? [{ name: "Former price in the shop", cell: former }] : []),
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

/** What changes of a product. Of a sale that begins or ends, only what customers pay; the moments of a new one are said for all. */
function shownFields({ fields, pays }: PreviewedProduct, currency: Currency): ChangedFields {
  const { price, salePrice, compareAtPrice: _, ...others } = fields;
  if (!salePrice) return fields;
  const { before, after } = salePrice;
  if (after === null) return price ? { price } : { salePrice };
  if (before !== null) return { ...others, salePrice };
  const usual = pays?.at(-1)?.compareAtCents;
  return { price: { before: usual == null ? null : decimalAmount(usual, currency), after } };
}

/** When a new sale begins and ends, which is the same for all its products. */
function SaleTimes({ rows }: { rows: PreviewedProduct[] }) {
  const regional = useRegional();
  const added = rows.find(({ fields: { salePrice } }) => salePrice?.before === null);
  if (!added) return null;
  const { saleStarts, saleEnds } = added.fields;
  const starts = saleStarts?.after ? textInWords("saleStarts", String(saleStarts.after), regional) : "now";
  const ends = saleEnds?.after ? textInWords("saleEnds", String(saleEnds.after), regional) : "when you end it";
  return <p className="mb-3">{`The sale starts ${starts} and ends ${ends}.`}</p>;
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
