import { href } from "react-router";
import type { ShopCategory } from "#shop/catalog/categories.ts";
import { Link } from "#ui/link.tsx";

/** @param path a category and before it the one that it is in. Phones show the last one only. */
export function Breadcrumb({ path }: { path: Pick<ShopCategory, "slug" | "name">[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm text-soft">
      <ol className="flex items-center gap-2">
        <Crumb to={href("/")} label="Home" wide />
        <Crumb to={href("/products")} label="Products" wide />
        {path.map(({ slug, name }, index) => (
          <Crumb key={slug} to={`${href("/products")}?filter=${slug}`} label={name} wide={index < path.length - 1} />
        ))}
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
