import { inSentence } from "#shop/catalog/categories.ts";
import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { ShownProduct } from "#shop/catalog/product.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber, formatPercent } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";

interface ProductDetailsProps {
  product: ShownProduct;
  categoryName: string | undefined;
}

export function ProductDetails({ product, categoryName }: ProductDetailsProps) {
  const { brand, category, tags, minimumOrderQuantity, stock, options, sku, gtin } = product;
  const formats = useFormats();
  const discount = shownDiscount(product);
  const details = [
    ["Brand", brand ?? ""],
    ["Category", categoryName ? inSentence(categoryName) : category],
    ["Tags", tags.join(", ")],
    ["Content", contentOf(product, formats)],
    ["Weight", weightOf(product, formats)],
    ["In stock", stock > 0 ? `${stock} ${stock === 1 ? "item" : "items"}` : ""],
    ["Discount", discount > 0 ? formatPercent(discount, formats) : ""],
    ["Minimum order quantity", minimumOrderQuantity === 1 ? "1" : `1 (maker's minimum: ${minimumOrderQuantity})`],
  ] as const;
  const codes = [
    ["SKU", sku ?? ""],
    ["Barcode (GTIN)", gtin ?? ""],
  ] as const;
  return (
    <dl className="mt-6 grid content-start gap-x-8 border-t border-line lg:grid-cols-2">
      {Object.entries(options ?? {}).map(([name, value]) => (
        <Detail key={`option ${name}`} name={name} value={value} className="first-letter:uppercase" />
      ))}
      {details.map(([name, value]) => (
        <Detail key={name} name={name} value={value} className="first-letter:uppercase" />
      ))}
      {codes.map(([name, value]) => (
        <Detail key={name} name={name} value={value} className="tabular-nums" />
      ))}
    </dl>
  );
}

/** What offers have to say by Regulation (EU) 2023/988, article 19. Nothing for products without any of it. */
export function ProductSafety({ product }: Pick<ProductDetailsProps, "product">) {
  const { manufacturer, manufacturerAddress, manufacturerContact, responsiblePerson, safetyWarnings } = product;
  const facts = [
    ["Manufacturer", manufacturer],
    ["Postal address", manufacturerAddress],
    ["Electronic address", manufacturerContact],
    ["Responsible person in the EU", responsiblePerson],
  ] as const;
  if (!safetyWarnings && !facts.some(([, value]) => value)) return null;
  return (
    <section aria-labelledby="safety" className="mt-12">
      <h2 id="safety" className="text-2xl">
        Safety and manufacturer
      </h2>
      {safetyWarnings && (
        <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere">
          {safetyWarnings}
        </p>
      )}
      <dl className="mt-4 grid content-start gap-x-8 border-t border-line lg:grid-cols-2">
        {facts.map(([name, value]) => (
          <Detail key={name} name={name} value={value ?? ""} className="whitespace-pre-line" />
        ))}
      </dl>
    </section>
  );
}

/** Nothing without a value. */
function Detail({ name, value, className }: { name: string; value: string; className: string }) {
  if (!value) return null;
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
      <dt className="text-soft">{name}</dt>
      <dd dir="auto" className={`ml-auto min-w-0 text-right wrap-anywhere ${className}`}>
        {value}
      </dd>
    </div>
  );
}

function contentOf({ contentAmount, contentUnit }: ShownProduct, formats: Formats) {
  if (!contentAmount || !contentUnit) return "";
  const amount = formatNumber(contentAmount, formats, 6);
  return `${amount} ${contentUnit === "piece" && contentAmount !== 1 ? "pieces" : contentUnit}`;
}

function weightOf({ weightGrams }: ShownProduct, formats: Formats) {
  if (!weightGrams) return "";
  const [amount, unit] = weightGrams < 1000 ? [weightGrams, "g"] : [weightGrams / 1000, "kg"];
  return `${formatNumber(amount, formats)} ${unit}`;
}
