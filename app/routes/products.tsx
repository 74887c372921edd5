import { type ComponentPropsWithoutRef, Suspense, useEffect, useRef } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { categoryLabel } from "#shop/catalog/categories.ts";
import { readProductPage } from "#shop/catalog/read-products.ts";
import { sorts } from "#shop/catalog/sorts.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { sharingContext } from "#web/public-page.ts";
import { shopContext } from "#web/request-context.ts";
import { DepartmentChips } from "../catalog/department-links.tsx";
import type { FilterGroup } from "../catalog/filter-choices.server.ts";
import { countedGroups, namedFilters, offeredFilters, readOfferedBrands } from "../catalog/filter-choices.server.ts";
import { type ListState, listAddress } from "../catalog/list-address.ts";
import { ProductCard } from "../catalog/product-card.tsx";
import { Icon, type IconProps, SearchIcon } from "../components/icons.tsx";
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

/** Where the header has only a button: another search among the filters and in the order that are chosen. */
function ListSearch({ list: { q, filters, sort } }: { list: ListState }) {
  return (
    <Form className="relative min-w-0 grow basis-40 lg:hidden">
      {filters.map((filter) => (
        <input key={filter} type="hidden" name="filter" value={filter} />
      ))}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <button type="submit" aria-label="Go" className="absolute left-0 grid size-11 place-items-center text-soft">
        <SearchIcon />
      </button>
      <input
        key={q}
        type="search"
        name="q"
        defaultValue={q}
        aria-label="Search this list"
        placeholder="Search this list"
        className="h-11 w-full rounded-full border border-field bg-raised pr-4 pl-11 text-base placeholder:text-soft"
      />
    </Form>
  );
}

interface ListFormProps {
  list: ListState;
  groups: FilterGroup[];
}

/** In the menu's brand group: any brand, and the three with the most products. */
const menuBrandCount = 4;
const several = "several";

/** The menus work as they are chosen from; without JavaScript, with a button. The filter menu has one filter, in the place of all others. */
function ListForm({ list, groups }: ListFormProps) {
  const { q, filters, sort } = list;
  const filter = filters.length > 1 ? several : filters[0];
  const navigate = useNavigate();
  const { state } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef({ filter, sort });

  // Going back brings other choices; the menus themselves stay, and the focus with them. What differs from the address when the page is
  // hydrated is a choice, which event replay submits.
  useEffect(() => {
    if (shown.current.filter === filter && shown.current.sort === sort) return;
    shown.current = { filter, sort };
    for (const [name, value] of Object.entries({ filter, sort })) {
      const menu = form.current?.elements.namedItem(name);
      if (menu instanceof HTMLSelectElement) menu.value = value ?? "";
    }
  }, [filter, sort]);

  function show({ currentTarget }: { currentTarget: HTMLFormElement }) {
    const chosen = new FormData(currentTarget);
    const [filter, sort] = ["filter", "sort"].map((name) => String(chosen.get(name) ?? ""));
    navigate(listAddress({ q, filters: filter === several ? filters : filter ? [filter] : [], sort }));
  }

  return (
    <Form
      ref={form}
      // Browsers would bring back the choices of another address.
      autoComplete="off"
      className="grid w-full grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-end gap-3 sm:w-96"
      aria-busy={state !== "idle"}
      onChange={show}
    >
      {q && <input type="hidden" name="q" value={q} />}
      <Menu label="Filter" name="filter" defaultValue={filter ?? ""}>
        <option value="">All products</option>
        {filter === several && <option value={several}>{filters.length} filters</option>}
        {groups.map(({ label, choices }, index) => (
          <optgroup key={label} label={label}>
            {choices
              .filter(({ value }, place) => index < groups.length - 1 || place < menuBrandCount || value === filter)
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </optgroup>
        ))}
      </Menu>
      <Menu label="Sort by" name="sort" defaultValue={sort ?? ""}>
        <option value="">{q ? "Best match" : "Recommended"}</option>
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Menu>
      <noscript>
        {filter === several && filters.map((value) => <input key={value} type="hidden" name="filter" value={value} />)}
        <button type="submit" className="button button-quiet">
          Apply
        </button>
      </noscript>
    </Form>
  );
}

/** The browser's own menu, with an arrow of ours. */
function Menu({ label, ...select }: ComponentPropsWithoutRef<"select"> & { label: string }) {
  return (
    <label className="min-w-0 text-sm">
      {label}
      <span className="relative mt-1 block">
        <select
          {...select}
          className="h-11 w-full cursor-pointer appearance-none truncate rounded-full border border-field bg-raised pr-8 pl-3.5 text-base text-ink transition-colors hover:border-ink sm:pr-10 sm:pl-4"
        />
        <ChevronIcon className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-soft" />
      </span>
    </label>
  );
}

function ChevronIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 9.5l6 6 6-6" />
    </Icon>
  );
}
