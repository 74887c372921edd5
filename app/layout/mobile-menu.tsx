import { useLayoutEffect, useRef } from "react";
import { href, useLocation } from "react-router";
import { CloseIcon } from "#ui/icons.tsx";
import { NavLink } from "#ui/link.tsx";
import { DepartmentLinks } from "../catalog/department-links.tsx";
import type { SubmenuLook } from "../catalog/submenu.tsx";
import { useShop } from "../page/use-shop.ts";
import { mainPages } from "./main-pages.ts";
import { commandMenu, menuId } from "./menu-button.tsx";

const entry = "block border-b border-line font-display aria-[current]:text-spruce";

const submenu: SubmenuLook = {
  entry: "relative",
  button: "absolute top-1 right-0 grid size-11 place-items-center text-soft",
  panel: "border-b border-line pl-4",
  list: "",
  link: "flex min-h-11 items-center aria-[current]:text-spruce",
};

/** The slide-out menu on small screens: a modal dialog, so that the page behind neither scrolls nor takes the focus. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { shopName, user } = useShop();
  const { key } = useLocation();
  const shownAt = useRef(key);

  // Navigation closes the menu. So does a wide window, whose header shows the same links; it may have become wide before this script ran.
  // A closed dialog returns the focus to its button: before `PageFocus` moves it to the new page.
  useLayoutEffect(() => {
    const close = () => dialog.current?.close();
    const wide = matchMedia("(min-width: 48rem)");
    if (shownAt.current !== key || wide.matches) close();
    shownAt.current = key;
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [key]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the overlay closes it, as Escape does by itself
    <dialog
      id={menuId}
      ref={dialog}
      aria-label="Menu"
      {...{ closedby: "any" }}
      className="menu fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper text-ink floating"
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className="flex min-h-full flex-col p-4">
        <div className="mb-4 flex items-center justify-between">
          <span className="font-display text-2xl font-semibold tracking-tight">{shopName}</span>
          <button
            type="button"
            aria-label="Close menu"
            {...commandMenu("close")}
            className="grid size-11 place-items-center rounded-full hover:bg-ink/5"
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label="Menu">
          {[...mainPages, ...(user ? [{ to: href("/orders"), label: "My orders" }] : [])].map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === "/"} prefetch="intent" className={`${entry} py-3.5 text-xl`}>
              {label}
            </NavLink>
          ))}
          {user?.isOwner && (
            <a href="/owner" className={`${entry} py-3.5 text-xl`}>
              Admin
            </a>
          )}
        </nav>
        <nav aria-label="All categories" className="mt-6">
          <DepartmentLinks linkClassName={`${entry} py-3 text-lg`} submenu={submenu} />
        </nav>
      </div>
    </dialog>
  );
}
