import type { ReactNode } from "react";
import { href } from "react-router";
import type { Appearance } from "#shop/appearance/appearance.ts";
import { defaultPromises } from "#shop/appearance/default-claims.ts";
import { firstSections, type Section } from "#shop/appearance/home-sections.ts";
import { labelOfBand } from "#shop/catalog/filters/price-bands.ts";
import type { ProductCard } from "#shop/catalog/product.ts";
import { standardReturnDays } from "#shop/delivery/delivery.ts";
import { deliveryClaim } from "#shop/delivery/describe-delivery.ts";
import { Link } from "#ui/link.tsx";
import { homeContentContext, shopContext } from "#web/request-context.ts";
import { ShopByCategory } from "../catalog/category-tiles.tsx";
import { ProductTiles } from "../catalog/product-tile.tsx";
import { FailedPage } from "../errors/failed-page.tsx";
import { Hero } from "../home/hero.tsx";
import { readSections } from "../home/read-sections.server.ts";
import { OwnText, Story } from "../home/story.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { shopData } from "../meta/structured-data.server.ts";
import { useShop, useShopFormats } from "../page/use-shop.ts";
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
  const shop = context.get(shopContext);
  const delivery = deliveryClaim(shop.settings);
  return {
    ...(await readSections(shop, context.get(homeContentContext))),
    shopData: shopData(shop.settings),
    ...(delivery && { delivery }),
  };
}

type HomeData = Route.ComponentProps["loaderData"];

const sampleHero: Appearance["hero"] = { buttons: [] };

export default function Home({ loaderData }: Route.ComponentProps) {
  const { sections = firstSections } = loaderData;
  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      {!sections.includes("hero") && <HiddenHeading />}
      {sections.map((section) => {
        const Shown = sectionParts[section];
        // The preview of the appearance finds the section that is edited by it.
        return (
          <div key={section} data-section={section}>
            <Shown {...loaderData} />
          </div>
        );
      })}
    </div>
  );
}

const sectionParts: Record<Section, (home: HomeData) => ReactNode> = {
  hero: HeroInPlace,
  categories: ShopByCategory,
  trending: ({ trending }) => <Products id="trending" title="Trending Products" products={trending} />,
  features: Features,
  stats: Stats,
  story: ({ story }) => story && <Story story={story} />,
  newest: ({ newest }) =>
    newest && <Products id="newest" title={newest.title ?? "New in"} products={newest.products} />,
  affordable: Affordable,
  text: ({ text }) => text && <OwnText text={text} />,
};

export function ErrorBoundary() {
  return <FailedPage title="❌ Error Fetching Products" text="We couldn't load the products. Please try again." />;
}

/** At the top it is near the header. */
function HeroInPlace({ hero = sampleHero, sections }: HomeData) {
  const isAtTop = !sections || sections[0] === "hero";
  return (
    <div className={isAtTop ? "@container" : "@container mt-16"}>
      <Hero hero={hero} />
    </div>
  );
}

interface ProductsProps {
  id: string;
  title: string;
  products: ProductCard[];
  /** The list that they are from. */
  list?: string;
}

function Products({ id, title, products, list }: ProductsProps) {
  return (
    <section aria-labelledby={id} className="mt-16">
      <h2 id={id} className="mb-6 text-3xl">
        {title}
      </h2>
      <ProductTiles products={products} />
      {list && (
        <p className="mt-6">
          <Link to={list} prefetch="intent" className="text-link">
            See all
          </Link>
        </p>
      )}
    </section>
  );
}

function Affordable({ affordable }: HomeData) {
  const formats = useShopFormats();
  if (!affordable) return null;
  const { title = labelOfBand({ upTo: affordable.most }, formats), filter, products } = affordable;
  return <Products id="affordable" title={title} products={products} list={`${href("/products")}?filter=${filter}`} />;
}

function Features({ delivery, features: own }: HomeData) {
  const { returnDays = standardReturnDays } = useShop();
  const sample = [
    delivery ?? { title: "Free shipping", text: "on orders over $50. Right now, smaller orders ship free too" },
    ...defaultPromises(returnDays),
  ];
  const shown = sample.flatMap((feature, index) => (own?.[index] === null ? [] : { ...feature, ...own?.[index] }));
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

function Stats({ stats }: HomeData) {
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
