import { useEffect, useState } from "react";
import { href, PrefetchPageLinks, useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { Link, NavLink } from "#ui/link.tsx";
import { ProfileCircle } from "../accounts/profile-circle.tsx";
import { CartLink } from "../cart/cart-link.tsx";
import { DepartmentLinks } from "../catalog/department-links.tsx";
import { SearchField } from "../catalog/search-field.tsx";
import type { SubmenuLook } from "../catalog/submenu.tsx";
import { useShop } from "../page/use-shop.ts";
import { mainPages } from "./main-pages.ts";
import { MenuButton } from "./menu-button.tsx";
import { hasLongName, nameSize, ShopName } from "./shop-name.tsx";

const way =
  "rounded-full px-3.5 py-2 text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current]:text-spruce";

const submenu: SubmenuLook = {
  entry: "flex items-center",
  button: "-ml-2 grid size-10 place-items-center rounded-full text-soft hover:text-ink",
  panel: "absolute inset-x-0 top-full z-30 border-y border-line bg-paper floating",
  list: "mx-auto grid max-w-page gap-x-4 px-2.5 py-3 md:grid-cols-4",
  link: "block rounded-full px-3.5 py-2 text-soft hover:text-ink hover:underline aria-[current]:text-spruce",
  isOver: true,
};

/** The bar is sticky; the categories below it scroll with the page. */
export function SiteHeader() {
  const shop = useShop();
  const { user } = shop;
  return (
    <header className="contents">
      <div className="site-bar @container sticky z-40 border-b border-line bg-paper/95 print:hidden">
        {/* With large text, one row is too short for what is in it: then the pages have a second one. */}
        <div className="mx-auto flex min-h-16 max-w-page items-center px-4 sm:gap-2 sm:px-6 @max-3xs:flex-wrap md:@max-3xl:flex-wrap py-2">
          <MenuButton />
          <Link
            to={href("/")}
            prefetch="intent"
            className={`mr-auto font-display ${nameSize(shop)} font-semibold tracking-tight md:mr-8 md:@max-3xl:mr-auto`}
          >
            <ShopName />
          </Link>
          <nav
            aria-label="Main"
            className="mr-auto hidden shrink-0 flex-wrap items-center md:flex md:@max-3xl:order-last md:@max-3xl:-ml-3.5 md:@max-3xl:w-full"
          >
            {mainPages.map(({ to, label }) => (
              <NavLink key={to} to={to} end={to === "/"} prefetch="intent" className={way}>
                {label}
              </NavLink>
            ))}
          </nav>
          <SearchField />
          {user ? (
            <>
              {user.isOwner && (
                <a href="/owner" className={`${way} hidden @5xl:block`}>
                  Admin
                </a>
              )}
              <OrdersLink />
              <ProfileLink imageUrl={user.imageUrl} />
              <SignOutButton />
            </>
          ) : (
            <NavLink
              to={href("/sign-in")}
              className={`button button-quiet ${hasLongName(shop) ? "px-[min(1rem,2cqw)]" : "px-4"} text-sm whitespace-nowrap aria-[current=page]:border-ink`}
            >
              Sign in
            </NavLink>
          )}
          <CartLink />
        </div>
      </div>
      <nav aria-label="Categories" className="relative hidden border-b border-line md:block print:hidden">
        <DepartmentLinks
          className="mx-auto flex min-h-11 max-w-page flex-wrap items-center gap-1 px-2.5 text-sm"
          linkClassName={way}
          submenu={submenu}
        />
      </nav>
    </header>
  );
}

function ProfileLink({ imageUrl }: { imageUrl?: string }) {
  return (
    <NavLink
      to={href("/profile")}
      aria-label="Profile"
      // It begins the second row with large text, which then has room for the cart, too.
      className="grid size-11 -ml-2 place-items-center rounded-full hover:bg-ink/5 aria-[current=page]:bg-ink/5"
    >
      <ProfileCircle imageUrl={imageUrl} className="size-8" />
    </NavLink>
  );
}

/** Small screens have it in the menu and on the profile page instead. */
function OrdersLink() {
  return (
    <NavLink to={href("/orders")} prefetch="intent" className={`${way} hidden @5xl:block`}>
      Orders
    </NavLink>
  );
}

function SignOutButton() {
  const fetcher = useFetcher();
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <fetcher.Form method="post" action={href("/sign-out")}>
      {/* What sends the form is there before the network may be gone. On the server it would name data to fetch, too. */}
      {hydrated && <PrefetchPageLinks page={href("/sign-out")} />}
      <Button
        disabled={fetcher.state !== "idle"}
        look="quiet"
        className="px-[min(1rem,2cqw)] text-sm whitespace-nowrap"
      >
        Sign out
      </Button>
    </fetcher.Form>
  );
}
