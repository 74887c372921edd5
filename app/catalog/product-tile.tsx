import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { ProductCard } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { Discount, Price } from "#ui/price.tsx";
import { CardPicture } from "./card-picture.tsx";
import { Rating } from "./rating.tsx";
import { UnitPrice } from "./unit-price.tsx";
import { VariantsSummary } from "./variants-summary.tsx";
import { useTravelToProduct } from "./view-transitions.ts";

/** Two tiles side by side, or four in wide windows. */
export function ProductTiles({ products }: { products: ProductCard[] }) {
  return (
    <ul className="grid pairs gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-6">
      {products.map((product) => (
        <li key={product.id} className="flex *:grow">
          <ProductTile product={product} />
        </li>
      ))}
    </ul>
  );
}

const sizes = "(min-width: 100rem) 354px, (min-width: 80rem) 290px, (min-width: 48rem) 24vw, 46vw";

/** The whole tile links to the product. */
function ProductTile({ product }: { product: ProductCard }) {
  const { title, rating, priceCents, formerCents, thumbnail, secondPicture, category, variants } = product;
  const address = productAddress(product);
  const travel = useTravelToProduct(address);
  return (
    <Link
      to={address}
      prefetch="intent"
      onClick={travel}
      data-card
      className="group flex min-w-0 flex-col gap-1 rounded-xl"
    >
      <CardPicture
        category={category}
        className="mb-2"
        second={secondPicture && <Picture src={secondPicture} alt="" sizes={sizes} />}
      >
        <Picture src={thumbnail} alt="" sizes={sizes} />
      </CardPicture>
      <span className="line-clamp-2 font-medium wrap-anywhere group-hover:underline">{title}</span>
      {/* Read right after the title, and at the bottom of each tile, so that the prices of a row are on one line. */}
      <span className="order-last mt-auto flex flex-wrap items-center gap-x-2 gap-y-1">
        <Price cents={priceCents} formerCents={formerCents} isFrom={variants?.isFrom} className="text-lg" />
        <Rating rating={rating} className="order-first w-full" />
        <Discount percentage={shownDiscount(product)} />
        {!variants?.isFrom && <UnitPrice product={product} className="text-sm" />}
      </span>
      {isSoldOut(product) && <span className="order-last text-sm font-medium text-berry">Out of Stock</span>}
      {variants && <VariantsSummary summary={variants.summary} />}
    </Link>
  );
}
