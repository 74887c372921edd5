import { href, Link } from "react-router";
import type { ShopCategory } from "#shop/catalog/categories.ts";

/** Phones show the category only. */
export function Breadcrumb({ category }: { category: Pick<ShopCategory, "slug" | "name"> | undefined }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm text-soft">
      <ol className="flex items-center gap-2">
        <Crumb to={href("/")} label="Home" wide />
        <Crumb to={href("/products")} label="Products" wide />
        {category && <Crumb to={`${href("/products")}?filter=${category.slug}`} label={category.name} />}
      </ol>
    </nav>
  );
}

function Crumb({ to, label, wide }: { to: string; label: string; wide?: boolean }) {
  return (
    <li className={`flex items-center gap-2 sm:not-last:after:content-["/"_/_""] ${wide ? "max-sm:hidden" : ""}`}>
      <Link to={to} prefetch="intent" className="py-2 hover:text-ink hover:underline">
        {label}
      </Link>
    </li>
  );
}
