import { lazy, Suspense, useEffect } from "react";
import { data, href, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigate } from "react-router";
import { isSoldOut } from "#shop/catalog/availability.ts";
import { categoryLabel } from "#shop/catalog/categories.ts";
import { productAddress, readProductId } from "#shop/catalog/product-address.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { readRelated } from "#shop/catalog/read-related.ts";
import { formatWeekday } from "#shop/days.ts";
import { deliveryDay } from "#shop/orders/delivery-day.ts";
import { shopContext } from "#web/request-context.ts";
import { Answers } from "../catalog/answers.tsx";
import { BackToProducts } from "../catalog/back-to-products.tsx";
import { Breadcrumb } from "../catalog/breadcrumb.tsx";
import { BuyBar } from "../catalog/buy-bar.tsx";
import { FactsTable } from "../catalog/facts-table.tsx";
import { Gallery } from "../catalog/gallery.tsx";
import { StarRating } from "../catalog/rating.tsx";
import { revalidateUnlessFailed } from "../forms/revalidation.ts";
import { FailedPage } from "../frame/failed-page.tsx";
import { MessagePage } from "../frame/message-page.tsx";
import { showToast } from "../frame/toasts.tsx";
import { failedMeta, pageMeta, standInMeta } from "../meta/page-meta.ts";
import { productFacts } from "../meta/product-facts.server.ts";
import type { Route } from "./+types/product-detail";

/** Below the first screen: its links work as they are, so its scripts come after all others. */
const MoreProducts = lazy(() => import("../catalog/more-products.tsx"));

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
  const { db, settings, now } = context.get(shopContext);
  const id = readProductId(url.pathname);
  const product = id && (await readProduct(db, id));
  if (!product) return data({ product: null, facts: null }, { status: 404 });
  const address = productAddress(product.id);
  if (url.pathname !== address) throw redirect(address + url.search, 301);
  const related = await readRelated(db, product);
  const delivery = isSoldOut(product) ? undefined : formatWeekday(deliveryDay(now(), settings.timeZone));
  return { product, related, delivery, facts: productFacts(settings, product) };
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return loaderData.product ? <ProductDetail key={loaderData.product.id} {...loaderData} /> : <ProductNotFound />;
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

type FoundProduct = Extract<Route.ComponentProps["loaderData"], { related: unknown }>;

function ProductDetail({ product, related, delivery }: FoundProduct) {
  const { title, brand, rating, description, category } = product;
  const list = href("/products");
  const categoryName = categoryLabel(category);
  return (
    <div className="@container mx-auto max-w-page px-4 pt-3 sm:px-6 aside:pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <BackToProducts className="text-link inline-flex min-h-11 items-center" />
        <Breadcrumb category={category} />
      </div>
      <div className="product-page mt-1">
        <Gallery product={product} />
        <div className="product-words">
          {brand && <p className="mt-6 mb-1 text-soft aside:mt-0">{brand}</p>}
          <h1 className={`mb-3 low:mb-1 wrap-break-word ${brand ? "" : "mt-6 aside:mt-0"} ${titleSize(title)}`}>
            {title}
          </h1>
          <StarRating rating={rating} />
          <BuyBar product={product} />
          <p className="mt-6 max-w-prose text-lg">{description}</p>
          <Answers discountPercentage={product.discountPercentage} delivery={delivery} />
        </div>
        <FactsTable product={product} />
      </div>
      <Suspense>
        {brand && (
          <MoreProducts
            title={`More of ${brand}`}
            products={related.ofBrand}
            all={{ to: `${list}?filter=${related.brandFilter}`, label: `All of ${brand}` }}
          />
        )}
        <MoreProducts
          title="More like this"
          products={related.alike}
          all={categoryName && { to: `${list}?filter=${category}`, label: `All ${categoryName.toLowerCase()}` }}
        />
      </Suspense>
    </div>
  );
}

/** A long title is set smaller, so that the price and the button below it stay on the first screen. */
function titleSize(title: string) {
  return title.length > 40 ? "text-2xl lg:text-3xl low:text-xl" : "text-4xl lg:text-5xl low:text-2xl";
}
