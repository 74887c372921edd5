import { Suspense, useEffect } from "react";
import { categoryLabel } from "#shop/catalog/categories.ts";
import { readProductPage } from "#shop/catalog/read-products.ts";
import { ChevronIcon } from "#ui/icons.tsx";
import { cacheabilityContext } from "#web/cacheability.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { shopContext } from "#web/request-context.ts";
import { DepartmentChips } from "../catalog/department-links.tsx";
import { countedGroups, namedFilters, offeredFilters, readOfferedBrands } from "../catalog/filter-choices.server.ts";
import { ListForm, ListSearch } from "../catalog/list-form.tsx";
import { ProductCard } from "../catalog/product-card.tsx";
import { FailedPage } from "../frame/failed-page.tsx";
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
  const chosen = namedFilters(asked, brands);
  const filters = chosen.map(({ value }) => value);
  const { counts, search, ...page } = await readProductPage(db, {
    q,
    filters,
    sort,
    page: askedPage,
    choices: offeredFilters(brands),
  });
  if (filters.length < asked.length || page.page !== askedPage) context.get(cacheabilityContext).isFallback = true;
  return {
    ...page,
    list: { q, filters, sort },
    search,
    chosen,
    groups: countedGroups(brands, counts),
    hasMoreBrands: hasMore,
    metadata: listMetadata(settings, { ...page, q, filters, brands }),
  };
}

export default function Products({ loaderData }: Route.ComponentProps) {
  // Most shoppers open a product next; its scripts are loaded by then.
  useEffect(() => void import("../catalog/product-end.ts").catch(() => {}), []);
  const { products, total, page, pages, list, search, chosen, groups, hasMoreBrands } = loaderData;
  const [only] = chosen.length === 1 ? chosen : [];
  const heading = categoryLabel(only?.value) ?? "Products";
  return (
    <>
      <header
        className={`pt-8 pb-6 transition-colors duration-240 sm:pt-12 sm:pb-8 ${headers[only?.value ?? ""] ?? ""}`}
      >
        <div className="mx-auto max-w-page px-4 sm:px-6">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
            <div className="min-w-0 max-w-full">
              <h1 className="text-4xl sm:text-5xl">{heading}</h1>
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

/** A category's header has the color of its pictures. */
const headers: Record<string, string> = {
  beauty: "bg-beauty-header",
  fragrances: "bg-fragrances-header",
  furniture: "bg-furniture-header",
  groceries: "bg-groceries-header",
};
