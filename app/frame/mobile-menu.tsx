import { useEffect, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { CloseIcon, Icon, type IconProps } from "../components/icons.tsx";
import { mainPages } from "./main-pages.ts";
import { useShop } from "./use-shop.ts";

/** The slide-out menu on small screens. A modal dialog: the page behind neither scrolls nor takes the focus. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const { shopName, viewer } = useShop();
  const { key } = useLocation();

  // Going anywhere closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what it waits for
  useEffect(() => dialog.current?.close(), [key]);

  // A window that became wide shows the pages in its header.
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia("(min-width: 48rem)");
    const close = () => dialog.current?.close();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [open]);

  function show() {
    dialog.current?.showModal();
    setOpen(true);
  }

  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-expanded={open}
        className="-ml-2 grid size-11 place-items-center rounded-full hover:bg-ink/5 md:hidden"
        onClick={show}
      >
        <MenuIcon />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the overlay closes it, as Escape does by itself */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="menu fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper text-ink shadow-float backdrop:bg-black/40"
        onClose={() => setOpen(false)}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        {open && (
          <div className="flex h-full flex-col p-4">
            <div className="mb-6 flex items-center justify-between">
              <span className="font-display text-2xl font-semibold tracking-tight">{shopName}</span>
              <button
                type="button"
                aria-label="Close menu"
                className="grid size-11 place-items-center rounded-full hover:bg-ink/5"
                onClick={() => dialog.current?.close()}
              >
                <CloseIcon />
              </button>
            </div>
            <nav aria-label="Menu" className="flex flex-col">
              {[...mainPages, ...(viewer ? [{ to: "/orders", label: "My orders" }] : [])].map(({ to, label }) => (
                <NavLink
                  key={to}
                  to={to}
                  end={to === "/"}
                  prefetch="intent"
                  className="border-b border-line py-4 font-display text-xl aria-[current=page]:text-spruce"
                >
                  {label}
                </NavLink>
              ))}
            </nav>
          </div>
        )}
      </dialog>
    </>
  );
}

function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8h16M4 16h16" />
    </Icon>
  );
}
