import { inSentence } from "#shop/catalog/categories.ts";
import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { ShownProduct } from "#shop/catalog/product.ts";

interface ProductDetailsProps {
  product: ShownProduct;
  categoryName: string | undefined;
}

export function ProductDetails({ product, categoryName }: ProductDetailsProps) {
  const { brand, category, tags, minimumOrderQuantity, stock } = product;
  const discount = shownDiscount(product);
  const details = [
    ["Brand", brand ?? ""],
    ["Category", categoryName ? inSentence(categoryName) : category],
    ["Tags", tags.join(", ")],
    ["In stock", stock > 0 ? `${stock} ${stock === 1 ? "item" : "items"}` : ""],
    ["Discount", discount > 0 ? `${discount}%` : ""],
    ["Minimum order quantity", minimumOrderQuantity === 1 ? "1" : `1 (maker's minimum: ${minimumOrderQuantity})`],
  ];
  return (
    <dl className="mt-6 grid content-start gap-x-8 border-t border-line lg:grid-cols-2">
      {details.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
              <dt className="text-soft">{name}</dt>
              <dd dir="auto" className="ml-auto min-w-0 text-right wrap-anywhere first-letter:uppercase">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
