import { type MouseEvent, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { DepartmentLinks } from "../catalog/department-links.tsx";
import { CloseIcon, Icon, type IconProps } from "../components/icons.tsx";
import { mainPages } from "./main-pages.ts";
import { useShop } from "./use-shop.ts";

const menuId = "menu";
const entry = "block border-b border-line font-display aria-[current=page]:text-spruce";

/** Opens the menu, in browsers that know the attribute also before the page is hydrated, and without JavaScript. */
export function MenuButton() {
  return (
    <button
      type="button"
      aria-label="Open menu"
      {...command("show-modal")}
      className="-ml-2 grid size-11 place-items-center rounded-full hover:bg-ink/5 md:hidden"
      onClick={whereCommandsAreUnknown((menu) => menu.showModal())}
    >
      <MenuIcon />
    </button>
  );
}

/** The slide-out menu on small screens. A modal dialog: the page behind neither scrolls nor takes the focus. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { shopName } = useShop();
  const { key } = useLocation();
  const shownAt = useRef(key);

  // Going anywhere closes the menu, and so does a window that became wide: it shows the pages in its header.
  useEffect(() => {
    const close = () => dialog.current?.close();
    if (shownAt.current !== key) close();
    shownAt.current = key;
    const wide = matchMedia("(min-width: 48rem)");
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
      className="menu fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper text-ink shadow-float backdrop:bg-black/40"
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className="flex min-h-full flex-col p-4">
        <div className="mb-4 flex items-center justify-between">
          <span className="font-display text-2xl font-semibold tracking-tight">{shopName}</span>
          <button
            type="button"
            aria-label="Close menu"
            {...command("close")}
            className="grid size-11 place-items-center rounded-full hover:bg-ink/5"
            onClick={whereCommandsAreUnknown((menu) => menu.close())}
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label="Menu">
          {mainPages.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === "/"} prefetch="intent" className={`${entry} py-3.5 text-xl`}>
              {label}
            </NavLink>
          ))}
        </nav>
        <nav aria-label="Categories" className="mt-6">
          <DepartmentLinks linkClassName={`${entry} py-3 text-lg`} />
        </nav>
      </div>
    </dialog>
  );
}

/** What a button tells the menu to do (https://developer.mozilla.org/docs/Web/API/Invoker_Commands_API). */
function command(name: "show-modal" | "close") {
  return { command: name, commandfor: menuId };
}

function whereCommandsAreUnknown(act: (menu: HTMLDialogElement) => void) {
  return ({ currentTarget }: MouseEvent) => {
    const menu = document.getElementById(menuId);
    if (!("command" in currentTarget)) act(menu as HTMLDialogElement);
  };
}

function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8h16M4 16h16" />
    </Icon>
  );
}
