import { Suspense, useEffect } from "react";
import { categoryLabel } from "#shop/catalog/categories.ts";
import { readProductPage } from "#shop/catalog/read-products.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { sharingContext } from "#web/public-page.ts";
import { shopContext } from "#web/request-context.ts";
import { DepartmentChips } from "../catalog/department-links.tsx";
import { countedGroups, namedFilters, offeredFilters, readOfferedBrands } from "../catalog/filter-choices.server.ts";
import { ListForm } from "../catalog/list-form.tsx";
import { ListSearch } from "../catalog/list-search.tsx";
import { ProductCard } from "../catalog/product-card.tsx";
import { ChevronIcon } from "../components/icons.tsx";
import { lazyPart } from "../components/lazy-part.ts";
import { FailedPage } from "../frame/failed-page.tsx";
import { listFacts } from "../meta/list-facts.server.ts";
import { failedMeta, pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/products";

// What works as it stands: its scripts come after all others.
const extras = () => import("../catalog/list-extras.ts");
const ChosenFilters = lazyPart(async () => (await extras()).ChosenFilters);
const FilterPanel = lazyPart(async () => (await extras()).FilterPanel);
const NothingFound = lazyPart(async () => (await extras()).NothingFound);
const Pagination = lazyPart(async () => (await extras()).Pagination);

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.facts) : failedMeta(args);
}

export { publicPageHeaders as headers } from "#web/public-page.ts";

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
  if (filters.length < asked.length || page.page !== askedPage) context.get(sharingContext).standsIn = true;
  return {
    ...page,
    list: { q, filters, sort },
    search,
    chosen,
    groups: countedGroups(brands, counts),
    hasMoreBrands: hasMore,
    facts: listFacts(settings, { ...page, q, filters, brands }),
  };
}

export default function Products({ loaderData }: Route.ComponentProps) {
  // Most go on to a product, whose page is then whole at once.
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
                {list.q && !search?.instead && total > 0 && ` for “${list.q}”`}
                {list.q && search?.instead && `. Nothing has “${list.q}”. Showing results for “${search.instead}”`}
                {search?.isPartial && ". None has all of these words; these have some"}
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
  return <FailedPage title="❌ Error Fetching Products" text="The products could not be loaded. Please try again." />;
}

/** A category's list has a header in the hue of its pictures. */
const headers: Record<string, string> = {
  beauty: "bg-beauty-header",
  fragrances: "bg-fragrances-header",
  furniture: "bg-furniture-header",
  groceries: "bg-groceries-header",
};
