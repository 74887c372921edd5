import { useId } from "react";
import { Link } from "react-router";
import type { ProductCard as Product } from "#shop/catalog/product.ts";
import { AddToCartButton } from "./add-to-cart-button.tsx";
import { backdropOf, Picture } from "./picture.tsx";
import { Discount, Price } from "./price.tsx";
import { Rating } from "./rating.tsx";

interface ProductCardProps {
  product: Product;
  /** The first cards are on the first screen: their pictures don't wait. */
  eager?: boolean;
}

export function ProductCard({ product, eager }: ProductCardProps) {
  const { id, title, brand, rating, priceCents, discountPercentage, thumbnail, category } = product;
  const titleId = useId();
  const address = `/products/${encodeURIComponent(id)}`;
  return (
    <article className="group flex min-w-0 flex-col" aria-labelledby={titleId}>
      <Link
        to={address}
        prefetch="intent"
        tabIndex={-1}
        aria-hidden="true"
        className={`relative mb-3 block overflow-hidden rounded-xl ${backdropOf(category)}`}
      >
        <Picture
          src={thumbnail}
          alt=""
          sizes="(min-width: 80rem) 296px, (min-width: 64rem) 24vw, (min-width: 48rem) 31vw, 46vw"
          loading={eager ? "eager" : "lazy"}
        />
      </Link>
      <div className="mb-1 flex min-h-6 flex-wrap items-center justify-between gap-x-2">
        <span className="truncate text-sm text-soft">{brand}</span>
        <Rating rating={rating} />
      </div>
      <h2 id={titleId} className="mb-2 line-clamp-2 font-sans text-base/snug font-medium tracking-normal">
        {title}
      </h2>
      <p className="mt-auto mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Price cents={priceCents} className="text-xl" />
        <Discount percentage={discountPercentage} />
      </p>
      <div className="grid grid-cols-1 gap-2 min-[420px]:grid-cols-[auto_1fr]">
        <Link to={address} prefetch="intent" aria-describedby={titleId} className="button button-quiet px-4 text-sm">
          Details
        </Link>
        <AddToCartButton product={product} describedBy={titleId} className="px-3 text-sm" />
      </div>
    </article>
  );
}
