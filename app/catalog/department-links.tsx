import { href, Link, useLocation } from "react-router";
import { useShop } from "../page/use-shop.ts";

interface DepartmentLinksProps {
  className?: string;
  linkClassName?: string;
}

/** Links to the categories of the menu and the sale. The list on screen is marked as current. */
export function DepartmentLinks({ className, linkClassName }: DepartmentLinksProps) {
  const { pathname, search } = useLocation();
  const list = href("/products");
  const query = new URLSearchParams(search);
  const shown = pathname === list && !query.has("q") ? query.getAll("filter").join() : undefined;
  const { categories, moreCategories } = useShop();
  const ways = [
    ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
    { value: "onSale", label: "On sale" },
  ];
  const all = href("/categories");
  return (
    <ul className={className}>
      {ways.map(({ value, label }) => (
        <li key={value}>
          <Link
            to={`${list}?filter=${value}`}
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
