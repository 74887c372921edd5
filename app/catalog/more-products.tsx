import { useId } from "react";
import { Link } from "react-router";
import type { ProductCard } from "#shop/catalog/product.ts";
import { ProductTiles } from "./product-tile.tsx";

interface MoreProductsProps {
  title: string;
  products: ProductCard[];
  /** The list that has all of them. */
  all?: { to: string; label: string };
}

/** A row of products below another one, with the way to the rest of them; nothing when there are none. */
export function MoreProducts({ title, products, all }: MoreProductsProps) {
  const titleId = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {all && (
          <Link to={all.to} prefetch="intent" className="text-link">
            {all.label}
          </Link>
        )}
      </div>
      <ProductTiles products={products} />
    </section>
  );
}
