import { href, Link, useLocation } from "react-router";
import { useShop } from "../frame/use-shop.ts";

interface DepartmentLinksProps {
  className?: string;
  linkClassName?: string;
  /** Whether to start with All products. */
  withAll?: boolean;
}

/** Links to the categories of the menu and the sale. The list on screen is marked as current. */
export function DepartmentLinks({ className, linkClassName, withAll }: DepartmentLinksProps) {
  const { pathname, search } = useLocation();
  const list = href("/products");
  const query = new URLSearchParams(search);
  const shown = pathname === list && !query.has("q") ? query.getAll("filter").join() : undefined;
  const { categories, moreCategories } = useShop();
  const ways = [
    ...(withAll ? [{ value: "", label: "All products" }] : []),
    ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
    { value: "onSale", label: "On sale" },
  ];
  const all = href("/categories");
  return (
    <ul className={className}>
      {ways.map(({ value, label }) => (
        <li key={value}>
          <Link
            to={value ? `${list}?filter=${value}` : list}
            prefetch="intent"
            aria-current={value === shown ? "page" : undefined}
            className={linkClassName}
          >
            {label}
          </Link>
        </li>
      ))}
      {moreCategories && (
        <li>
          <Link
            to={all}
            prefetch="intent"
            aria-current={pathname === all ? "page" : undefined}
            className={linkClassName}
          >
            All categories
          </Link>
        </li>
      )}
    </ul>
  );
}

/** One row above a list; phones swipe it. */
export function DepartmentChips() {
  return (
    <nav aria-label="Product categories" className="-mx-4 mt-4 sm:-mx-6">
      <DepartmentLinks
        withAll
        className="chips flex gap-2 overflow-x-auto px-4 py-1 sm:px-6"
        linkClassName="button button-quiet bg-raised px-4 text-sm whitespace-nowrap aria-[current=page]:border-spruce aria-[current=page]:bg-spruce aria-[current=page]:text-on-spruce"
      />
    </nav>
  );
}
