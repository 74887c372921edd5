import { useId } from "react";
import type { ProductCard } from "#shop/catalog/product.ts";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { ProductTiles } from "./product-tile.tsx";

interface MoreProductsProps {
  title: string;
  products: ProductCard[];
  /** A link to the whole list. */
  all?: { to: string; label: string };
  /** What people typed in the title and the label. */
  name?: string;
}

/** A row of products with a link to their list; renders nothing without products. */
export function MoreProducts({ title, products, all, name }: MoreProductsProps) {
  const titleId = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="text-2xl sm:text-3xl">
          <Sentence text={title} names={[name]} />
        </h2>
        {all && (
          <Link to={all.to} prefetch="intent" className="text-link wrap-anywhere">
            <Sentence text={all.label} names={[name]} />
          </Link>
        )}
      </div>
      <ProductTiles products={products} />
    </section>
  );
}
