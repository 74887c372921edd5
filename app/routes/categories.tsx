import { childrenOf, topCategories } from "#shop/catalog/categories.ts";
import { shopContext } from "#web/request-context.ts";
import { CategoryTiles, toTile } from "../catalog/category-tiles.tsx";
import { FailedPage } from "../errors/failed-page.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/categories";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: "All categories", description: "Every category of the shop on one page." });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { categories } = context.get(shopContext).settings;
  return topCategories(categories).map((category) => {
    const children = childrenOf(categories, category.slug).map(({ slug, name }) => ({ slug, name }));
    return { ...toTile(category), ...(children.length > 0 && { children }) };
  });
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-8 text-4xl sm:text-5xl">All categories</h1>
      <CategoryTiles categories={loaderData} inRowsOfFour />
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Error Fetching Products" text="We couldn't load the categories. Please try again." />;
}
