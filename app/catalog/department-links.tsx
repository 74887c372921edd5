import { Suspense } from "react";
import { href, useLocation } from "react-router";
import { Link } from "#ui/link.tsx";
import { lazyWithRetry } from "../page/lazy-with-retry.ts";
import { useShop } from "../page/use-shop.ts";
import type { SubmenuLook } from "./submenu.tsx";

/** Only shops with subcategories load it. */
const Submenu = lazyWithRetry(() => import("./submenu.tsx"), "Submenu");

interface DepartmentLinksProps {
  className?: string;
  linkClassName?: string;
  /** How it shows the categories within others. Without it, it doesn't. */
  submenu?: SubmenuLook;
}

/** Links to the categories of the menu and the sale. The list on screen is marked as current. */
export function DepartmentLinks({ className, linkClassName = "", submenu }: DepartmentLinksProps) {
  const { pathname, search, key } = useLocation();
  const list = href("/products");
  const query = new URLSearchParams(search);
  const shown = pathname === list && !query.has("q") ? query.getAll("filter").join() : undefined;
  const { categories, moreCategories } = useShop();
  const ways = [...categories, { slug: "onSale", name: "On sale" }];
  const all = href("/categories");
  return (
    <ul className={className}>
      {ways.map(({ slug, name, children = [] }) => {
        const isOpen = children.some((child) => child.slug === shown);
        return (
          <li key={slug} className={submenu && children.length > 0 ? submenu.entry : undefined}>
            <Link
              to={`${list}?filter=${slug}`}
              prefetch="intent"
              aria-current={slug === shown ? "page" : isOpen || undefined}
              className={linkClassName}
            >
              {name}
            </Link>
            {submenu && children.length > 0 && (
              // A new page closes it.
              <Suspense key={key}>
                <Submenu look={submenu} parent={{ slug, name }} categories={children} shown={shown} />
              </Suspense>
            )}
          </li>
        );
      })}
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
