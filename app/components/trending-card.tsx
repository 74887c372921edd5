import { Link } from "react-router";
import type { ProductCard } from "#shop/catalog/product.ts";
import { backdropOf, Picture } from "./picture.tsx";
import { Price } from "./price.tsx";
import { Rating } from "./rating.tsx";

/** A product on the home page: all of it leads to the product. */
export function TrendingCard({ product }: { product: ProductCard }) {
  const { id, title, rating, priceCents, thumbnail, category } = product;
  return (
    <Link to={`/products/${encodeURIComponent(id)}`} prefetch="intent" className="group flex flex-col gap-1">
      <span className={`mb-2 block overflow-hidden rounded-xl ${backdropOf(category)}`}>
        <Picture src={thumbnail} alt="" sizes="(min-width: 80rem) 296px, (min-width: 48rem) 24vw, 46vw" />
      </span>
      <span className="font-medium group-hover:underline">{title}</span>
      <span className="mt-auto flex items-center justify-between gap-2">
        <Price cents={priceCents} className="text-lg" />
        <Rating rating={rating} />
      </span>
    </Link>
  );
}
