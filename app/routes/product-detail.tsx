import { Suspense, useRef } from "react";
import { data, href, type ShouldRevalidateFunctionArgs } from "react-router";
import { categoryPath, inSentence, returnExceptionOf } from "#shop/catalog/categories.ts";
import { readFirstVariant, readVariants } from "#shop/catalog/groups/read-variants.ts";
import { readRelated } from "#shop/catalog/lists/read-related.ts";
import { findShownProductAt } from "#shop/catalog/products/find-product-at.ts";
import { renderProductStory } from "#shop/catalog/products/render-product-description.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { describeArrival } from "#shop/delivery/arrival-days.ts";
import { deliveryAnswer } from "#shop/delivery/describe-delivery.ts";
import { dayOf } from "#shop/values/days.ts";
import { productAddress, readProductSegment } from "#shop/values/product-address.ts";
import { hyphensFor } from "#ui/hyphens.ts";
import { Prose } from "#ui/prose.tsx";
import { askedQueryContext, shopContext } from "#web/request-context.ts";
import { BackToProducts } from "../catalog/back-to-products.tsx";
import { BuyBar, type ComingVariant } from "../catalog/buy-bar.tsx";
import { Chooser } from "../catalog/chooser.tsx";
import { Gallery } from "../catalog/gallery.tsx";
import { previewProduct } from "../catalog/preview-product.server.ts";
import { StarRating } from "../catalog/rating.tsx";
import { variantChoice } from "../catalog/variant-choice.server.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { revalidateUnlessFailed } from "../forms/revalidation.ts";
import { failedMeta, fallbackMeta, pageMeta } from "../meta/page-meta.ts";
import { archivedProductMetadata, goneProduct, productMetadata } from "../meta/product-metadata.server.ts";
import { followRedirect, moved } from "../navigation/follow-redirect.server.ts";
import { lazyWithRetry } from "../page/lazy-with-retry.ts";
import type { Route } from "./+types/product-detail";

// Works as plain HTML, so its scripts load last.
const end = () => import("../catalog/deferred-product-parts.ts");
const PurchaseTerms = lazyWithRetry(end, "PurchaseTerms");
const Breadcrumb = lazyWithRetry(end, "Breadcrumb");
const ProductDetails = lazyWithRetry(end, "ProductDetails");
const ProductSafety = lazyWithRetry(end, "ProductSafety");
const ProductStory = lazyWithRetry(end, "ProductStory");
const MoreProducts = lazyWithRetry(end, "MoreProducts");
const ShareProduct = lazyWithRetry(end, "ShareProduct");
const ProductNotFound = lazyWithRetry(() => import("../catalog/product-not-found.tsx"), "ProductNotFound");

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args;
  if (!loaderData) return failedMeta(args);
  if (loaderData.metadata) return pageMeta(args, loaderData.metadata);
  return fallbackMeta(args, "Product not found", "We couldn't find this product. It may no longer be available.");
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

/** React Router considers the addresses of the ids `a/b` and `a%2Fb` equal. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return change.currentUrl.pathname !== change.nextUrl.pathname || revalidateUnlessFailed(change);
}

/** @throws a redirect to the canonical address, or from an old one */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const segment = readProductSegment(url.pathname);
  const visible = segment && (await findShownProductAt(db, segment, now()));
  const preview = segment && !visible ? await previewProduct(request, context, segment) : undefined;
  const known = visible || preview;
  if (!known) {
    await followRedirect(db, url.pathname + context.get(askedQueryContext));
    return data({ product: null, gone: undefined, metadata: null }, { status: 404 });
  }
  const { product, isArchived } = known;
  const address = productAddress(product);
  if (url.pathname !== address && !preview?.isDraft) throw moved(address + context.get(askedQueryContext));
  if (isArchived) {
    const gone = goneProduct(product, settings.categories, await readFirstVariant(db, product, now()));
    return { product: null, gone, metadata: archivedProductMetadata(product) };
  }
  const path = categoryPath(settings.categories, product.category).map(({ slug, name }) => ({ slug, name }));
  const related = await readRelated(db, product);
  const { timeZone, locale, delivery: terms } = settings;
  const cost = deliveryAnswer(terms, product.priceCents, settings);
  const delivery = isSoldOut(product)
    ? undefined
    : {
        day: await describeArrival(dayOf(now(), timeZone), terms, settings.countries, locale),
        ...(cost && { cost }),
        ...(terms.isPickup && { isPickup: true }),
      };
  const variants = preview?.isDraft ? [] : await readVariants(db, product, now());
  const choice = variants.length > 0 ? variantChoice(product, variants, settings) : undefined;
  const { compareAtCents: _, description, ...shown } = product;
  const { introduction, story } = await renderProductStory(db, description);
  const returnException = returnExceptionOf(settings.categories, product.category);
  const metadata = productMetadata(settings, product, { variants, now: now() });
  if (preview) metadata.unlisted = true;
  return {
    ...{ product: shown, choice, introduction, related, delivery, metadata, path },
    ...(story.length > 0 && { story }),
    ...(returnException && { returnException }),
    ...(preview && { preview: { note: preview.note, isDraft: preview.isDraft } }),
  };
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  // Siblings share a page, so that what is chosen on it keeps the focus.
  if (loaderData.product) return <ProductDetail key={keyOf(loaderData)} {...loaderData} />;
  return (
    <Suspense>
      <ProductNotFound gone={loaderData.gone} />
    </Suspense>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Product Error" text="We couldn't load this product. Please try again." />;
}

function keyOf({ product: { id, group }, choice }: Pick<ShownProduct, "product" | "choice">) {
  return choice ? `group ${group}` : id;
}

type ShownProduct = Extract<Route.ComponentProps["loaderData"], { related: unknown }>;

function ProductDetail(shown: ShownProduct) {
  const { product, choice, introduction, story = [], related, delivery, returnException, path, preview } = shown;
  const category = path.at(-1);
  const coming = useRef<ComingVariant>(undefined);
  const { title, brand, rating } = product;
  const list = href("/products");
  const buyBar = <BuyBar key={product.id} product={product} coming={coming} isDraft={preview?.isDraft} />;
  return (
    <div className="@container mx-auto max-w-page px-4 pt-3 sm:px-6 aside:pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <BackToProducts className="text-link inline-flex min-h-11 items-center" />
        <Breadcrumb path={path} />
      </div>
      {preview && (
        <p role="status" data-preview="" className="my-2 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3">
          {preview.note}
        </p>
      )}
      <div className="product-page mt-1">
        <Gallery key={product.id} product={product} />
        <div className="product-words">
          {brand && (
            <p dir="auto" className="mt-4 mb-1 wrap-anywhere text-soft aside:mt-0">
              {brand}
            </p>
          )}
          <h1
            dir="auto"
            className={`mb-3 low:mb-1 wrap-anywhere ${hyphensFor(title)} ${brand ? "" : "mt-4 aside:mt-0"} ${titleSize(title)}`}
          >
            {title}
          </h1>
          <StarRating rating={rating} />
          {choice && <Chooser choice={choice} product={product} coming={coming} />}
          {preview?.isDraft ? <fieldset disabled>{buyBar}</fieldset> : buyBar}
          {introduction && <Prose html={introduction} className="mt-6 max-w-prose text-lg" />}
          <Suspense>
            <PurchaseTerms product={product} delivery={delivery} returnException={returnException} />
            {!preview && <ShareProduct product={product} />}
          </Suspense>
        </div>
        <Suspense>
          <ProductDetails product={product} categoryName={category?.name} />
        </Suspense>
      </div>
      <Suspense>
        <ProductStory product={product} parts={story} />
        <ProductSafety product={product} />
        {brand && (
          <MoreProducts
            title={`More from ${brand}`}
            products={related.ofBrand}
            all={{ to: `${list}?filter=${related.brandFilter}`, label: `Shop all ${brand}` }}
            name={brand}
          />
        )}
        <MoreProducts
          title="More like this"
          products={related.alike}
          all={category && { to: `${list}?filter=${category.slug}`, label: `Shop all ${inSentence(category.name)}` }}
          {...(category && { name: inSentence(category.name) })}
        />
      </Suspense>
    </div>
  );
}

/** Long titles get smaller type, so that they, the price and the button are on the first screen. */
function titleSize(title: string) {
  if (title.length > 70) return "text-xl lg:text-3xl";
  return title.length > 40 ? "text-2xl lg:text-3xl low:text-xl" : "text-4xl lg:text-5xl low:text-2xl";
}
