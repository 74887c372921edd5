import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { ProductCard as Product } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { Button } from "#ui/button.tsx";
import { hyphensFor } from "#ui/hyphens.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { Discount, Price } from "#ui/price.tsx";
import { AddToCartButton } from "../cart/add-to-cart-button.tsx";
import { CardPicture } from "./card-picture.tsx";
import { Rating } from "./rating.tsx";
import { UnitPrice } from "./unit-price.tsx";
import { VariantsSummary } from "./variants-summary.tsx";
import { useTravelToProduct } from "./view-transitions.ts";

interface ProductCardProps {
  product: Product;
  /** Short, because every card repeats it three times. */
  titleId: string;
  /** For cards on the first screen, whose pictures load eagerly. */
  eager?: boolean;
}

const sizes = "(min-width: 80rem) 296px, (min-width: 64rem) 24vw, (min-width: 48rem) 31vw, 46vw";

/** It hydrates with its list, in no boundary of its own: docs/decisions/0075. */
export function ProductCard({ product, titleId, eager }: ProductCardProps) {
  const { title, brand, rating, priceCents, formerCents, thumbnail, secondPicture, category, variants } = product;
  const picture = { alt: "", sizes, largest: 800, className: isSoldOut(product) ? "sold-out" : "" };
  const address = productAddress(product);
  const travel = useTravelToProduct(address);
  return (
    <article data-card className="group flex min-w-0 flex-col" aria-labelledby={titleId}>
      <Link
        to={address}
        prefetch="intent"
        onClick={travel}
        tabIndex={-1}
        aria-hidden="true"
        className="mb-3 block rounded-xl outline-offset-2 outline-spruce group-has-[a:focus-visible]:outline-2"
      >
        <CardPicture category={category} second={secondPicture && <Picture {...picture} src={secondPicture} />}>
          <Picture
            {...picture}
            src={thumbnail}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : "auto"}
          />
        </CardPicture>
      </Link>
      <div className="mb-1 flex min-h-6 items-center justify-between gap-x-2">
        <span className="truncate text-sm text-soft">{brand}</span>
        <Rating rating={rating} />
      </div>
      <h2
        id={titleId}
        className={`mb-2 line-clamp-2 font-sans text-base/snug font-medium tracking-normal wrap-anywhere ${hyphensFor(title)}`}
      >
        <Link to={address} prefetch="intent" onClick={travel} className="rounded-sm hover:underline">
          {title}
        </Link>
      </h2>
      {variants && <VariantsSummary summary={variants.summary} className="mb-2" />}
      <p className="mt-auto mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Price cents={priceCents} formerCents={formerCents} isFrom={variants?.isFrom} className="text-xl" />
        <Discount percentage={shownDiscount(product)} />
        {!variants?.isFrom && <UnitPrice product={product} className="text-sm" />}
      </p>
      {/* Side by side where both fit, and then the first is no wider than it must be. Why no container: docs/decisions/0380. */}
      <div className="flex flex-wrap gap-2">
        <Button
          to={address}
          prefetch="intent"
          onClick={travel}
          aria-describedby={titleId}
          look="quiet"
          className="grow px-3 text-sm sm:px-4"
        >
          Details
        </Button>
        {variants?.hasChoice ? (
          <Button
            to={address}
            prefetch="intent"
            onClick={travel}
            aria-describedby={titleId}
            className="grow-999 px-2 text-sm whitespace-nowrap"
          >
            Choose options
          </Button>
        ) : (
          <AddToCartButton product={product} describedBy={titleId} className="noscript:hidden grow-999 px-2 text-sm" />
        )}
      </div>
    </article>
  );
}
