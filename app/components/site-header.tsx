import { Form, Link, NavLink } from "react-router";
import { CartLink } from "../cart/cart-link.tsx";
import { useShop } from "../use-shop.ts";
import { mainPages } from "./main-pages.ts";
import { MobileMenu } from "./mobile-menu.tsx";

export function SiteHeader() {
  const { shopName, viewer } = useShop();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/95 backdrop-blur-sm print:hidden">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6">
        <MobileMenu />
        <Link to="/" className="mr-auto font-display text-2xl font-semibold tracking-tight md:mr-8">
          {shopName}
        </Link>
        <nav aria-label="Main" className="mr-auto hidden items-center gap-1 md:flex">
          {mainPages.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end={to === "/"}
              prefetch="intent"
              className="rounded-full px-3.5 py-2 text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-spruce"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        {viewer ? (
          <Form method="post" action="/sign-out">
            <button type="submit" className="button button-quiet px-4 text-sm">
              Sign out
            </button>
          </Form>
        ) : (
          <NavLink to="/sign-in" className="button button-quiet px-4 text-sm aria-[current=page]:border-ink">
            Sign in
          </NavLink>
        )}
        <CartLink />
      </div>
    </header>
  );
}
