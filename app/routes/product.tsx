import { useEffect, useState } from "react";
import { data, Link, useNavigate } from "react-router";
import { shopContext } from "#server/request-context.ts";
import type { Product } from "#shop/catalog/product.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { AddToCartButton } from "../components/add-to-cart-button.tsx";
import { FailedPage } from "../components/failed-page.tsx";
import { MessagePage } from "../components/message-page.tsx";
import { backdropOf, Picture } from "../components/picture.tsx";
import { Discount, Price } from "../components/price.tsx";
import { Rating } from "../components/rating.tsx";
import { StockStatus } from "../components/stock-status.tsx";
import { showToast } from "../components/toasts.tsx";
import { productNotFoundDelay } from "../delays.ts";
import { failedMeta, pageMeta, standInMeta } from "../meta/page-meta.ts";
import { productFacts } from "../meta/product-facts.server.ts";
import type { Route } from "./+types/product";

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args;
  if (!loaderData) return failedMeta(args);
  if (loaderData.facts) return pageMeta(args, loaderData.facts);
  return standInMeta(args, "Product not found", "There is no such product. It may be sold for good.");
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const product = await readProduct(db, params.id);
  if (!product) return data({ product: null, facts: null }, { status: 404 });
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
    const timer = setTimeout(() => navigate("/products", { replace: true }), productNotFoundDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessagePage title="Product not found">
      <p className="text-soft">It may be sold for good, or its address is not quite right.</p>
      <Link to="/products" className="button button-main">
        Back to products
      </Link>
    </MessagePage>
  );
}

function ProductDetail({ product }: { product: Product }) {
  const { title, brand, rating, priceCents, discountPercentage, description } = product;
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <Link to="/products" className="text-link inline-flex min-h-11 items-center">
        Back to products
      </Link>
      <div className="mt-2 grid gap-8 md:grid-cols-2 lg:gap-16">
        <Gallery product={product} />
        <div className="md:py-4">
          {brand && <p className="mb-1 text-soft">{brand}</p>}
          <h1 className="mb-3 text-4xl lg:text-5xl">{title}</h1>
          <Rating rating={rating} className="mb-5" />
          <p className="mb-5 flex flex-wrap items-center gap-3">
            <Price cents={priceCents} className="text-3xl" />
            <Discount percentage={discountPercentage} className="px-2.5 text-sm" />
          </p>
          <p className="mb-6 max-w-prose text-lg">{description}</p>
          <StockStatus product={product} />
          <AddToCartButton product={product} className="mt-5 min-h-13 w-full text-lg sm:max-w-sm" />
          <Facts product={product} />
        </div>
      </div>
    </div>
  );
}

function Gallery({ product: { title, thumbnail, images, category } }: { product: Product }) {
  const pictures = images.length > 0 ? images : [thumbnail];
  const [shown, setShown] = useState(0);
  const backdrop = backdropOf(category);
  return (
    <section aria-label="Pictures">
      <div className={`overflow-hidden rounded-xl ${backdrop}`}>
        <Picture
          src={pictures[shown] ?? thumbnail}
          alt={title}
          sizes="(min-width: 80rem) 592px, (min-width: 48rem) 48vw, 92vw"
          loading="eager"
          fetchPriority="high"
        />
      </div>
      <ul className="mt-3 flex flex-wrap gap-3">
        {pictures.map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a catalog may show one picture twice, and their order never changes
          <li key={index}>
            <button
              type="button"
              aria-label={`Show picture ${index + 1} of ${pictures.length}`}
              aria-current={index === shown}
              className={`block size-20 overflow-hidden rounded-lg ring-offset-2 ring-offset-paper aria-[current=true]:ring-2 aria-[current=true]:ring-ink ${backdrop}`}
              onClick={() => setShown(index)}
            >
              <Picture src={picture} alt="" sizes="5rem" />
            </button>
          </li>
        ))}
      </ul>
    </section>
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
    <dl className="mt-10 max-w-prose border-t border-line">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="flex justify-between gap-6 border-b border-line py-3">
            <dt className="text-soft">{name}</dt>
            <dd className="text-right first-letter:uppercase">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
