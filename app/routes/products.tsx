import { Suspense, useEffect } from "react";
import { findCategory } from "#shop/catalog/categories.ts";
import { filterMenu, namedFilters } from "#shop/catalog/filters.ts";
import { readProductPage } from "#shop/catalog/read-products.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { headerOf } from "#ui/category-colors.ts";
import { ChevronIcon } from "#ui/icons.tsx";
import { cacheabilityContext } from "#web/cacheability.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { shopContext } from "#web/request-context.ts";
import { DepartmentChips } from "../catalog/department-links.tsx";
import { countedGroups, readOfferedBrands } from "../catalog/filter-choices.server.ts";
import { ListForm, ListSearch } from "../catalog/list-form.tsx";
import { ProductCard } from "../catalog/product-card.tsx";
import { FailedPage } from "../frame/failed-page.tsx";
import { followRedirect } from "../frame/follow-redirect.server.ts";
import { lazyWithRetry } from "../frame/lazy-with-retry.ts";
import { listMetadata } from "../meta/list-metadata.server.ts";
import { failedMeta, pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/products";

// Works as plain HTML, so its scripts load last.
const extras = () => import("../catalog/list-extras.ts");
const ChosenFilters = lazyWithRetry(extras, "ChosenFilters");
const FilterPanel = lazyWithRetry(extras, "FilterPanel");
const NothingFound = lazyWithRetry(extras, "NothingFound");
const Pagination = lazyWithRetry(extras, "Pagination");

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.metadata) : failedMeta(args);
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const {
    q,
    filter: asked = [],
    sort,
    page: askedPage = 1,
  } = readPageQuery(pageQueries["/products"], url.searchParams);
  const { brands, hasMore } = await readOfferedBrands(db, asked);
  const menu = filterMenu(settings.categories, brands, settings.currency);
  const chosen = namedFilters(asked, settings.categories, brands, settings.currency);
  const filters = chosen.map(({ value }) => value);
  if (asked.length === 1 && filters.length === 0) await followRenamedFilter(db, url, asked[0] ?? "");
  const { counts, search, ...page } = await readProductPage(db, {
    q,
    filters,
    sort,
    page: askedPage,
    choices: menu.flatMap(({ choices }) => choices.map(({ value }) => value)),
  });
  if (filters.length < asked.length || page.page !== askedPage) context.get(cacheabilityContext).isFallback = true;
  const category = filters.length === 1 ? findCategory(settings.categories, filters[0]) : undefined;
  return {
    ...page,
    ...(category && { category: { name: category.name, description: category.description, color: category.color } }),
    list: { q, filters, sort },
    ...(search && { search }),
    chosen,
    groups: countedGroups(menu, counts),
    ...(hasMore && { hasMoreBrands: true }),
    metadata: listMetadata(settings, { ...page, q, filters, brands }),
  };
}

/** Leads the old address of a category that was renamed to the new one, with the rest of the query. */
async function followRenamedFilter(db: ShopDatabase["db"], url: URL, filter: string) {
  const others = new URLSearchParams(url.search);
  others.delete("filter");
  await followRedirect(db, new URL(`/products?filter=${encodeURIComponent(filter)}`, url), others.toString());
}

export default function Products({ loaderData }: Route.ComponentProps) {
  // Most shoppers open a product next; its scripts are loaded by then.
  useEffect(() => void import("../catalog/product-end.ts").catch(() => {}), []);
  const { products, total, page, pages, list, search, chosen, groups, hasMoreBrands = false, category } = loaderData;
  const [only] = chosen.length === 1 ? chosen : [];
  const heading = category?.name ?? "Products";
  return (
    <>
      <header className={`pt-8 pb-6 transition-colors duration-240 sm:pt-12 sm:pb-8 ${headerOf(category?.color)}`}>
        <div className="mx-auto max-w-page px-4 sm:px-6">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
            <div className="min-w-0 max-w-full">
              <h1 className="text-4xl sm:text-5xl">{heading}</h1>
              {category?.description && <p className="mt-3 max-w-prose whitespace-pre-line">{category.description}</p>}
              <p className="mt-2" role="status">
                {only && <span className={only.label === heading ? "sr-only" : ""}>{only.label}: </span>}
                {total}
                {search?.isCapped && "+"} {total === 1 ? "product" : "products"}
                {list.q && !search?.correctedQuery && total > 0 && ` for “${list.q}”`}
                {list.q &&
                  search?.correctedQuery &&
                  `. No results for “${list.q}”. Showing results for “${search.correctedQuery}”`}
                {search?.isPartial && ". Nothing matches every word, so these match some of them"}
              </p>
              <DepartmentChips />
            </div>
            <ListForm list={list} groups={groups} />
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <details className="open:basis-full">
              <summary className="button button-quiet bg-raised text-sm">
                All filters{chosen.length > 0 && ` (${chosen.length})`}
                <ChevronIcon className="size-4" />
              </summary>
              <Suspense>
                <FilterPanel list={list} groups={groups} total={total} hasMoreBrands={hasMoreBrands} />
              </Suspense>
            </details>
            <ListSearch list={list} />
          </div>
        </div>
      </header>
      <div className="mx-auto grid max-w-page gap-6 px-4 pt-6 sm:px-6">
        <Suspense>
          <ChosenFilters list={list} chosen={chosen} />
        </Suspense>
        {products.length === 0 ? (
          <Suspense>
            <NothingFound list={list} />
          </Suspense>
        ) : (
          <ul className="card-grid">
            {products.map((product, index) => (
              <li key={product.id} className="flex *:grow">
                <ProductCard product={product} titleId={`title-${index}`} eager={index < 4} />
              </li>
            ))}
          </ul>
        )}
        <Suspense>
          <Pagination page={page} pages={pages} list={list} />
        </Suspense>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Error Fetching Products" text="We couldn't load the products. Please try again." />;
}
