import type { Product } from "#shop/catalog/product.ts";

/** The product's fields, as the catalog has them. */
export function FactsTable({ product }: { product: Product }) {
  const { brand, category, tags, minimumOrderQuantity, discountPercentage, stock } = product;
  const facts = [
    ["Brand", brand ?? ""],
    ["Category", category],
    ["Tags", tags.join(", ")],
    ["In stock", stock > 0 ? `${stock} ${stock === 1 ? "piece" : "pieces"}` : ""],
    ["Discount", discountPercentage > 0 ? `${discountPercentage}%` : ""],
    ["Minimum order quantity", minimumOrderQuantity === 1 ? "1" : `${minimumOrderQuantity} from the maker, 1 from us`],
  ];
  return (
    <dl className="mt-6 grid gap-x-8 border-t border-line lg:grid-cols-2">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
              <dt className="text-soft">{name}</dt>
              <dd className="ml-auto text-right wrap-break-word first-letter:uppercase">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
