import type { Appearance } from "#shop/appearance/appearance.ts";
import { defaultPromises } from "#shop/appearance/default-claims.ts";
import { menuCategories } from "#shop/catalog/categories.ts";
import { readTrending } from "#shop/catalog/lists/read-products.ts";
import { standardReturnDays } from "#shop/delivery/delivery.ts";
import { deliveryClaim } from "#shop/delivery/describe-delivery.ts";
import { shopContext } from "#web/request-context.ts";
import { ShopByCategory, toTile } from "../catalog/category-tiles.tsx";
import { ProductTiles } from "../catalog/product-tile.tsx";
import { FailedPage } from "../errors/failed-page.tsx";
import { Hero } from "../home/hero.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { shopData } from "../meta/structured-data.server.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/home";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    description:
      args.loaderData?.hero?.text ??
      args.loaderData?.delivery?.description ??
      "Good things from makers who take their time. Free shipping on orders over $50 and 30-day returns.",
    more: args.loaderData?.shopData,
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const delivery = deliveryClaim(settings);
  return {
    trending: await readTrending(db),
    categories: menuCategories(settings.categories).map(toTile),
    stats: settings.stats,
    shopData: shopData(settings),
    ...(delivery && { delivery }),
    ...ownLooks(settings.appearance),
  };
}

/** What differs from the sample's: only then pages get it. */
function ownLooks({ hero, hidden, features }: Appearance) {
  const { badge, title, text, picture, buttons } = hero;
  const isOwnHero =
    [badge, title, text, picture].some((own) => own !== undefined) || buttons.some(({ label, link }) => label ?? link);
  return {
    ...(isOwnHero && { hero }),
    ...(hidden.length > 0 && { hidden }),
    ...(features.some((feature) => feature === null || feature.title || feature.text) && { features }),
  };
}

const sampleHero: Appearance["hero"] = { buttons: [] };

export default function Home({ loaderData }: Route.ComponentProps) {
  const { trending, categories, stats, delivery, features, hero = sampleHero, hidden = [] } = loaderData;
  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <div className="@container">{hidden.includes("hero") ? <HiddenHeading /> : <Hero hero={hero} />}</div>
      {!hidden.includes("categories") && <ShopByCategory categories={categories} />}
      {!hidden.includes("trending") && (
        <section aria-labelledby="trending" className="mt-16">
          <h2 id="trending" className="mb-6 text-3xl">
            Trending Products
          </h2>
          <ProductTiles products={trending} />
        </section>
      )}
      {!hidden.includes("features") && <Features delivery={delivery} own={features} />}
      {!hidden.includes("stats") && stats.length > 0 && <Stats stats={stats} />}
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Error Fetching Products" text="We couldn't load the products. Please try again." />;
}

type FeaturesProps = Pick<Route.ComponentProps["loaderData"], "delivery"> & {
  own: Route.ComponentProps["loaderData"]["features"];
};

function Features({ delivery, own }: FeaturesProps) {
  const { returnDays = standardReturnDays } = useShop();
  const sample = [
    delivery ?? { title: "Free shipping", text: "on orders over $50. Right now, smaller orders ship free too" },
    ...defaultPromises(returnDays),
  ];
  const shown = sample.flatMap((feature, index) => (own?.[index] === null ? [] : { ...feature, ...own?.[index] }));
  if (shown.length === 0) return null;
  return (
    <ul className="mt-20 grid gap-8 border-y border-line py-10 sm:grid-cols-2 lg:grid-cols-4">
      {shown.map(({ title, text }) => (
        <li key={title}>
          <h3 className="mb-1 text-lg">{title}</h3>
          <p dir="auto" className="text-sm text-soft first-letter:uppercase">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Without a hero the page still has a heading for screen readers. */
function HiddenHeading() {
  const { shopName } = useShop();
  return <h1 className="sr-only">{shopName}</h1>;
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
