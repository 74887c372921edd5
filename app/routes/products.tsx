import { type ComponentPropsWithoutRef, useEffect, useRef } from "react";
import { Form, href, Link, useNavigation, useSubmit } from "react-router";
import { categoryLabel } from "#shop/catalog/categories.ts";
import { brandOfFilter, filterLabel, filterMenu } from "#shop/catalog/filters.ts";
import { readBrand, readNamedBrands, readProductPage } from "#shop/catalog/read-products.ts";
import { sorts } from "#shop/catalog/sorts.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { sharingContext } from "#web/public-page.ts";
import { shopContext } from "#web/request-context.ts";
import { DepartmentChips } from "../catalog/department-links.tsx";
import { Pagination } from "../catalog/pagination.tsx";
import { ProductCard } from "../catalog/product-card.tsx";
import { BagIcon, Icon, type IconProps } from "../components/icons.tsx";
import { FailedPage } from "../frame/failed-page.tsx";
import { listFacts } from "../meta/list-facts.server.ts";
import { failedMeta, pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/products";

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.facts) : failedMeta(args);
}

export { publicPageHeaders as headers } from "#web/public-page.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const asked = readPageQuery(pageQueries["/products"], url.searchParams);
  const brands = await readNamedBrands(db);
  let filter = asked.filter?.[0];
  const slug = brandOfFilter(filter);
  if (slug && !brands.some((brand) => brand.slug === slug)) {
    const other = await readBrand(db, slug);
    if (other) brands.push(other);
    else filter = undefined;
  }
  const { sort } = asked;
  const page = await readProductPage(db, { filters: filter ? [filter] : [], sort, page: asked.page ?? 1 });
  if (filter !== asked.filter?.[0] || page.page !== (asked.page ?? 1)) context.get(sharingContext).standsIn = true;
  return { ...page, filter, sort, brands, facts: listFacts(settings, { ...page, filter, brands }) };
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { products, total, page, pages, filter, sort, brands } = loaderData;
  const title = filterLabel(filter, brands);
  const heading = categoryLabel(filter) ?? "Products";
  return (
    <>
      <header className={`pt-8 pb-6 transition-colors duration-240 sm:pt-12 sm:pb-8 ${headers[filter ?? ""] ?? ""}`}>
        <div className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-5 px-4 sm:px-6">
          <div className="min-w-0 max-w-full">
            <h1 className="text-4xl sm:text-5xl">{heading}</h1>
            <p className="mt-2" role="status">
              <span className={title === heading ? "sr-only" : ""}>{title ? `${title}: ` : ""}</span>
              {total} {total === 1 ? "product" : "products"}
            </p>
            <DepartmentChips />
          </div>
          <ListForm filter={filter} sort={sort} groups={filterMenu(brands)} />
        </div>
      </header>
      <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
        {products.length === 0 ? (
          <NoProducts />
        ) : (
          <ul className="card-grid">
            {products.map((product, index) => (
              <li key={product.id} className="flex *:grow">
                <ProductCard product={product} eager={index < 4} />
              </li>
            ))}
          </ul>
        )}
        <Pagination page={page} pages={pages} query={{ filter, sort }} />
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

function NoProducts() {
  return (
    <div className="flex flex-col items-center gap-4 py-16 text-center text-soft">
      <BagIcon className="size-12" />
      <p>
        No products here right now.{" "}
        <Link to={href("/products")} className="text-link">
          See all products
        </Link>
      </p>
    </div>
  );
}

interface ListFormProps {
  filter?: string;
  sort?: string;
  groups: ReturnType<typeof filterMenu>;
}

/** The menus work as they are chosen from; without JavaScript, with a button. */
function ListForm({ filter, sort, groups }: ListFormProps) {
  const submit = useSubmit();
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

  return (
    <Form
      ref={form}
      // Browsers would bring back the choices of another address.
      autoComplete="off"
      className="grid w-full grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-end gap-3 sm:w-96"
      aria-busy={state !== "idle"}
      onChange={({ currentTarget }) => submit(listAddress(new FormData(currentTarget)), { action: "/products" })}
    >
      <Menu label="Filter" name="filter" defaultValue={filter ?? ""}>
        <option value="">All products</option>
        {groups.map(({ label, choices }) => (
          <optgroup key={label} label={label}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </optgroup>
        ))}
      </Menu>
      <Menu label="Sort by" name="sort" defaultValue={sort ?? ""}>
        <option value="">Recommended</option>
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Menu>
      <noscript>
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

/** The chosen values without the empty ones, so that addresses stay short. */
function listAddress(chosen: FormData) {
  return new URLSearchParams([...chosen].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

function ChevronIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 9.5l6 6 6-6" />
    </Icon>
  );
}
