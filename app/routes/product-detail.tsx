import { useEffect } from "react";
import { data, href, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigate } from "react-router";
import { isSoldOut } from "#shop/catalog/availability.ts";
import type { Product } from "#shop/catalog/product.ts";
import { productAddress, readProductId } from "#shop/catalog/product-address.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { shopContext } from "#web/request-context.ts";
import { AddToCartButton } from "../cart/add-to-cart-button.tsx";
import { Gallery } from "../catalog/gallery.tsx";
import { StarRating } from "../catalog/rating.tsx";
import { StockStatus } from "../catalog/stock-status.tsx";
import { Discount, Price } from "../components/price.tsx";
import { revalidateUnlessFailed } from "../forms/revalidation.ts";
import { FailedPage } from "../frame/failed-page.tsx";
import { MessagePage } from "../frame/message-page.tsx";
import { showToast } from "../frame/toasts.tsx";
import { failedMeta, pageMeta, standInMeta } from "../meta/page-meta.ts";
import { productFacts } from "../meta/product-facts.server.ts";
import type { Route } from "./+types/product-detail";

/** Milliseconds between "Product not found" and the way back to the list (specification, section 9). */
const productNotFoundDelay = 3000;

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args;
  if (!loaderData) return failedMeta(args);
  if (loaderData.facts) return pageMeta(args, loaderData.facts);
  return standInMeta(args, "Product not found", "There is no such product. It may be sold for good.");
}

export { publicPageHeaders as headers } from "#web/public-page.ts";

/** To React Router the addresses of the ids `a/b` and `a%2Fb` are one. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return change.currentUrl.pathname !== change.nextUrl.pathname || revalidateUnlessFailed(change);
}

/** @throws a redirect to the product's one address, when another one led to it */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const id = readProductId(url.pathname);
  const product = id && (await readProduct(db, id));
  if (!product) return data({ product: null, facts: null }, { status: 404 });
  const address = productAddress(product.id);
  if (url.pathname !== address) throw redirect(address + url.search, 301);
  return { product, facts: productFacts(settings, product) };
}

export default function ProductPage({ loaderData: { product } }: Route.ComponentProps) {
  return product ? <ProductDetail key={product.id} product={product} /> : <ProductNotFound />;
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Product Error" text="This product could not be loaded. Please try again." />;
}

function ProductNotFound() {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({
      type: "error",
      title: "❌ Product Error",
      text: "We do not have this one. Back to the list in a moment.",
    });
    const timer = setTimeout(() => navigate(href("/products"), { replace: true }), productNotFoundDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessagePage title="Product not found">
      <p className="text-soft">It may be sold for good, or its address is not quite right.</p>
      <Link to={href("/products")} prefetch="intent" className="button button-main">
        Back to products
      </Link>
    </MessagePage>
  );
}

function ProductDetail({ product }: { product: Product }) {
  const { title, brand, rating, description } = product;
  return (
    <div className="@container mx-auto max-w-page px-4 pt-3 sm:px-6 md:pt-6">
      <Link to={href("/products")} prefetch="intent" className="text-link inline-flex min-h-11 items-center">
        Back to products
      </Link>
      <div className="mt-1 flex flex-col gap-x-8 md:mt-2 md:grid md:grid-cols-2 lg:gap-x-16">
        <Gallery product={product} />
        <div className="contents md:block md:py-2">
          {brand && <p className="mt-6 mb-1 text-soft md:mt-0">{brand}</p>}
          <h1 className={`mb-3 wrap-break-word ${brand ? "" : "mt-6 md:mt-0"} ${titleSize(title)}`}>{title}</h1>
          <StarRating rating={rating} />
          <BuyBar product={product} />
          <p className="mt-6 max-w-prose text-lg md:mt-8">{description}</p>
          <Facts product={product} />
        </div>
      </div>
    </div>
  );
}

/** A long title is set smaller, so that the price and the button below it stay on the first screen. */
function titleSize(title: string) {
  return title.length > 40 ? "text-2xl lg:text-3xl" : "text-4xl lg:text-5xl";
}

function BuyBar({ product }: { product: Product }) {
  return (
    <div className="buy-bar mt-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Price cents={product.priceCents} className="text-2xl/tight md:text-4xl" />
          <Discount percentage={product.discountPercentage} className="md:px-2.5 md:text-sm" />
        </p>
        <StockStatus product={product} className="max-md:text-sm md:mt-4" />
      </div>
      <AddToCartButton
        product={product}
        className="min-h-12 grow max-md:px-4 md:mt-5 md:min-h-13 md:w-full md:max-w-sm md:text-lg"
      />
      {isSoldOut(product) && (
        <Link
          to={`${href("/back-in-stock")}?product=${encodeURIComponent(product.id)}`}
          className="text-link inline-flex min-h-11 items-center max-md:col-span-2"
        >
          Tell me when it's back
        </Link>
      )}
    </div>
  );
}

function Facts({ product }: { product: Product }) {
  const { brand, category, tags, minimumOrderQuantity, discountPercentage, stock } = product;
  const facts = [
    ["Brand", brand],
    ["Category", category],
    ["Tags", tags.join(", ")],
    ["In stock", `${stock} ${stock === 1 ? "piece" : "pieces"}`],
    ["Discount", discountPercentage > 0 ? `${discountPercentage}%` : null],
    ["Minimum order quantity", String(minimumOrderQuantity)],
  ];
  return (
    <dl className="mt-8 max-w-prose border-t md:mt-10 border-line">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
            <dt className="text-soft">{name}</dt>
            <dd className="ml-auto text-right wrap-break-word first-letter:uppercase">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
