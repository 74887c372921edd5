import { href, Link } from "react-router";
import { menuCategories } from "#shop/catalog/categories.ts";
import { readTrending } from "#shop/catalog/read-products.ts";
import { deliveryClaim, returnDays } from "#shop/orders/delivery.ts";
import { Picture } from "#ui/picture.tsx";
import { shopContext } from "#web/request-context.ts";
import { ShopByCategory, toTile } from "../catalog/category-tiles.tsx";
import { ProductTiles } from "../catalog/product-tile.tsx";
import { shopPictures } from "../catalog/shop-pictures.ts";
import { FailedPage } from "../frame/failed-page.tsx";
import { useShop } from "../frame/use-shop.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { shopData } from "../meta/structured-data.server.ts";
import type { Route } from "./+types/home";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    description:
      args.loaderData?.delivery?.description ??
      "Good things from makers who take their time. Free shipping on orders over $50 and 30-day returns.",
    more: args.loaderData?.shopData,
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const delivery = deliveryClaim(settings.delivery, settings.currency);
  return {
    trending: await readTrending(db),
    categories: menuCategories(settings.categories).map(toTile),
    stats: settings.stats,
    shopData: shopData(settings),
    ...(delivery && { delivery }),
  };
}

export default function Home({ loaderData: { trending, categories, stats, delivery } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <Hero />
      <ShopByCategory categories={categories} />
      <section aria-labelledby="trending" className="mt-16">
        <h2 id="trending" className="mb-6 text-3xl">
          Trending Products
        </h2>
        <ProductTiles products={trending} />
      </section>
      <Features delivery={delivery} />
      <Stats stats={stats} />
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Error Fetching Products" text="We couldn't load the products. Please try again." />;
}

const heroCrops = [
  { media: "(min-width: 80rem)", src: shopPictures.hero.wide, sizes: "1232px" },
  { media: "(min-width: 48rem)", src: shopPictures.hero.tablet, sizes: "95vw" },
];

function Hero() {
  const { shopName } = useShop();
  return (
    <section className="relative mt-4 overflow-hidden rounded-2xl bg-hero text-on-tile sm:mt-6">
      <div className="relative z-10 p-6 pt-10 sm:p-10 md:w-1/2 md:py-20 lg:w-5/12 lg:p-16 lg:py-28">
        <p className="mb-5 inline-block rounded-full bg-tile-spruce px-3 py-1 text-sm font-semibold text-white">
          Best Deals
        </p>
        <h1 className="mb-4 text-5xl lg:text-6xl">Good things, gathered at {shopName}</h1>
        <p className="mb-8 max-w-md text-lg text-on-tile-soft">
          Beauty, fragrances, furniture and groceries from makers who take their time.
        </p>
        <p className="flex flex-wrap gap-3">
          <Link
            to={href("/products")}
            prefetch="intent"
            className="button bg-tile-spruce px-7 text-white hover:bg-tile-spruce-deep"
          >
            Shop Now
          </Link>
          <Link
            to={`${href("/products")}?filter=onSale`}
            prefetch="intent"
            className="button border border-on-tile px-7 hover:bg-on-tile/5"
          >
            View Deals
          </Link>
        </p>
      </div>
      <Link to={href("/contact")} className="block md:absolute md:inset-x-0 md:bottom-0">
        <Picture
          src={shopPictures.hero.phone}
          alt="Perfume, lipstick, honey, lemons and an armchair in the morning sun. Contact us"
          sizes="92vw"
          crops={heroCrops}
          shape="aspect-square md:aspect-4/3 xl:aspect-2/1"
          className="hero-picture"
          loading="eager"
          fetchPriority="high"
        />
      </Link>
    </section>
  );
}

const features = [
  { title: `${returnDays}-day returns`, text: `${returnDays}-day return policy, no questions asked` },
  { title: "Secure payment", text: "We never see or store your card details" },
  { title: "24/7 support", text: "We're here for you around the clock" },
];

function Features({ delivery }: Pick<Route.ComponentProps["loaderData"], "delivery">) {
  return (
    <ul className="mt-20 grid gap-8 border-y border-line py-10 sm:grid-cols-2 lg:grid-cols-4">
      {[
        delivery ?? { title: "Free shipping", text: "on orders over $50. Right now, smaller orders ship free too" },
        ...features,
      ].map(({ title, text }) => (
        <li key={title}>
          <h3 className="mb-1 text-lg">{title}</h3>
          <p className="text-sm text-soft first-letter:uppercase">{text}</p>
        </li>
      ))}
    </ul>
  );
}

function Stats({ stats }: Pick<Route.ComponentProps["loaderData"], "stats">) {
  return (
    <dl className="mt-12 grid grid-cols-2 gap-8 text-center md:grid-cols-4">
      {stats.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm wrap-anywhere text-soft">{label}</dt>
          <dd className="font-display text-[min(2.25rem,13vw)]/[1.111]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
