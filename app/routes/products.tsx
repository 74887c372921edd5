import { Suspense } from "react";
import { href } from "react-router";
import { childrenOf, findCategory, type MenuCategory } from "#shop/catalog/categories.ts";
import { filterMenu, namedFilters } from "#shop/catalog/filters/filters.ts";
import { readCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { sortMenu } from "#shop/catalog/lists/sorts.ts";
import { headerOf } from "#ui/category-colors.ts";
import { hyphensFor } from "#ui/hyphens.ts";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { cacheabilityContext } from "#web/cacheability.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { askedQueryContext, shopContext } from "#web/request-context.ts";
import { followAskedPrice } from "../catalog/asked-price.server.ts";
import { Breadcrumb } from "../catalog/breadcrumb.tsx";
import { countedFacets, offeredBands, offeredBrands, offeredCategories } from "../catalog/filter-choices.server.ts";
import { FilterButton, FilterDrawer } from "../catalog/filter-drawer.tsx";
import { ListForm, ListSearch } from "../catalog/list-form.tsx";
import { ProductCard } from "../catalog/product-card.tsx";
import { FailedPage } from "../errors/failed-page.tsx";
import { listMetadata } from "../meta/list-metadata.server.ts";
import { failedMeta, pageMeta } from "../meta/page-meta.ts";
import { followRedirect } from "../navigation/follow-redirect.server.ts";
import { requirePage } from "../navigation/last-page.server.ts";
import { lazyWithRetry } from "../page/lazy-with-retry.ts";
import type { Route } from "./+types/products";

// Works as plain HTML, so its scripts load last.
const extras = () => import("../catalog/deferred-list-parts.ts");
const ChosenFilters = lazyWithRetry(extras, "ChosenFilters");
const FilterPanel = lazyWithRetry(extras, "FilterPanel");
const Pagination = lazyWithRetry(extras, "Pagination");
const NothingFound = lazyWithRetry(() => import("../catalog/nothing-found.tsx"), "NothingFound");

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
    sort: askedSort,
    page: askedPage = 1,
  } = readPageQuery(pageQueries["/products"], url.searchParams);
  await followAskedPrice({ db, settings }, { q, filters: asked, sort: askedSort });
  const { furtherSorts } = settings;
  const sort = sortMenu(furtherSorts).some(({ value }) => value === askedSort) ? askedSort : undefined;
  const index = await readCatalogIndex(db);
  const { brands, hasMore } = offeredBrands(index, asked);
  const { bands, others } = offeredBands(index, settings, asked);
  const menu = filterMenu(offeredCategories(index, settings.categories, asked), brands, settings, bands);
  const askedOptions = index.findOptions(asked);
  const chosen = namedFilters(asked, settings.categories, brands, settings, askedOptions);
  const filters = chosen.map(({ value }) => value);
  // A category that was renamed, whose address may look like a price band.
  if (asked.some((filter) => !filters.includes(filter) || others.includes(filter)))
    await followRedirect(db, withUnread(url, context.get(askedQueryContext)));
  const { counts, search, options, ...page } = await readProductPage(
    db,
    { q, filters, sort, page: askedPage, choices: menu.flatMap(({ choices }) => choices.map(({ value }) => value)) },
    index,
  );
  requirePage(url, askedPage, page.page);
  if (filters.length < asked.length || others.length > 0) context.get(cacheabilityContext).isFallback = true;
  const category = filters.length === 1 ? findCategory(settings.categories, filters[0]) : undefined;
  const parent = findCategory(settings.categories, category?.parent ?? undefined);
  const children = category
    ? childrenOf(settings.categories, category.slug).filter(({ slug }) => counts.get(slug))
    : [];
  return {
    ...page,
    ...(category && { category: { name: category.name, description: category.description, color: category.color } }),
    ...(parent && { parent: { slug: parent.slug, name: parent.name } }),
    ...(children.length > 0 && { children: children.map(({ slug, name }) => ({ slug, name })) }),
    list: { q, filters, sort },
    ...(furtherSorts.length > 0 && { furtherSorts }),
    ...(search && { search }),
    chosen,
    facets: countedFacets(menu, counts),
    ...(options.length > 0 && { options }),
    ...(hasMore && { hasMoreBrands: true }),
    metadata: listMetadata(settings, {
      ...page,
      q,
      filters,
      labels: chosen.map(({ label }) => label),
      hasOtherBands: others.length > 0,
    }),
  };
}

/** The page's address with the parameters that it doesn't read after its own. */
function withUnread({ pathname, search }: URL, askedQuery: string) {
  const unread = [...new URLSearchParams(askedQuery)].filter(
    ([name]) => !Object.hasOwn(pageQueries["/products"], name),
  );
  return `${pathname}?${new URLSearchParams([...new URLSearchParams(search), ...unread])}`;
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { products, total, page, pages, list, search, chosen, facets, options, hasMoreBrands } = loaderData;
  const { category, parent, children = [] } = loaderData;
  const [only] = chosen.length === 1 ? chosen : [];
  const heading = category?.name ?? "Products";
  return (
    <>
      <header className={`header-hue py-4 sm:py-10 ${headerOf(category?.color)}`}>
        <div className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-3 px-4 sm:px-6">
          <div className="flex min-w-0 max-w-full flex-wrap items-baseline gap-x-4 gap-y-1 sm:block">
            {parent && <Breadcrumb path={[parent]} />}
            <h1 className={`text-3xl sm:text-5xl ${hyphensFor(heading)}`}>{heading}</h1>
            {/* On the line of the count, so that a choice doesn't move the list. */}
            <div className="flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 sm:mt-3">
              <p role="status">
                {only && (
                  <span className={only.label === heading ? "sr-only" : ""}>
                    <Sentence text={`${only.label}: `} names={[only.label]} />
                  </span>
                )}
                {`${total}${search?.isCapped ? "+" : ""} ${total === 1 ? "product" : "products"}`}
                {list.q && !search?.correctedQuery && total > 0 && (
                  <Sentence text={` for “${list.q}”`} names={[list.q]} />
                )}
                {list.q && search?.correctedQuery && (
                  <Sentence
                    text={`. No results for “${list.q}”. Showing results for “${search.correctedQuery}”`}
                    names={[list.q, search.correctedQuery]}
                  />
                )}
                {search?.isPartial && ". Nothing matches every word, so these match some of them"}
              </p>
              <Suspense>
                <ChosenFilters list={list} chosen={chosen} />
              </Suspense>
            </div>
            {category?.description && (
              <p dir="auto" className="mt-1 typed-text max-w-prose text-start sm:mt-3">
                {category.description}
              </p>
            )}
            {category && children.length > 0 && <ChildLinks parent={category.name} categories={children} />}
          </div>
          <div className="flex w-full max-w-lg flex-wrap items-end gap-2 sm:w-auto">
            <FilterButton chosen={chosen.length} />
            <ListForm list={list} facets={facets} chosen={chosen} furtherSorts={loaderData.furtherSorts} />
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-page gap-x-10 px-4 pt-4 sm:px-6 sm:pt-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <FilterDrawer>
          <ListSearch list={list} />
          <Suspense>
            <FilterPanel list={list} facets={facets} options={options} total={total} hasMoreBrands={hasMoreBrands} />
          </Suspense>
        </FilterDrawer>
        <div className="grid min-w-0 content-start gap-4 sm:gap-6">
          {products.length === 0 ? (
            <Suspense>
              <NothingFound list={list} />
            </Suspense>
          ) : (
            <ul className="card-grid" onPointerOver={fetchProductParts} onFocus={fetchProductParts}>
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
      </div>
    </>
  );
}

interface ChildLinksProps {
  parent: string;
  categories: MenuCategory[];
}

/** Links to the categories in the one that the list shows. */
function ChildLinks({ parent, categories }: ChildLinksProps) {
  return (
    <nav aria-label={`In ${parent}`} className="mt-3 w-full sm:mt-4">
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={`${href("/products")}?filter=${slug}`}
              prefetch="intent"
              className="flex min-h-11 items-center rounded-full border border-field px-3.5 text-sm hover:border-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Fetches the scripts of products' pages, once someone may open one. Fingers point, too, when they scroll. */
function fetchProductParts() {
  import("../catalog/deferred-product-parts.ts").catch(() => {});
}

export function ErrorBoundary() {
  return <FailedPage title="❌ Error Fetching Products" text="We couldn't load the products. Please try again." />;
}
