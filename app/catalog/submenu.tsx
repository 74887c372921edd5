import { useEffect, useRef } from "react";
import { href } from "react-router";
import type { MenuCategory } from "#shop/catalog/categories.ts";
import { ChevronIcon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";

/** The classes of a submenu's parts. */
export interface SubmenuLook {
  /** The list item that has the category's link and its submenu. */
  entry: string;
  button: string;
  panel: string;
  list: string;
  link: string;
  /** Whether it lies over the page: then Escape and a press elsewhere close it. */
  isOver?: true;
}

interface SubmenuProps {
  look: SubmenuLook;
  parent: MenuCategory;
  /** Those in it. */
  categories: MenuCategory[];
  /** The filter of the list on screen. */
  shown: string | undefined;
}

/** The categories in one of the menu, behind a button. It opens without scripts. */
export function Submenu({ look, parent, categories, shown }: SubmenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { isOver } = look;

  useEffect(() => {
    if (!isOver) return;
    const close = (event: Event) => {
      const { current } = details;
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      if (!current?.open || (!isEscape && current.contains(event.target as Node))) return;
      if (isEscape && current.contains(document.activeElement)) current.querySelector("summary")?.focus();
      if (isEscape || event instanceof PointerEvent) current.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, [isOver]);

  return (
    <details ref={details} name={isOver && "submenu"} className="group">
      <summary aria-label={`More of ${parent.name}`} className={look.button}>
        <ChevronIcon className="size-4 group-open:rotate-180" />
      </summary>
      <div className={look.panel}>
        <ul className={look.list}>
          {categories.map(({ slug, name }) => (
            <li key={slug}>
              <Link
                to={`${href("/products")}?filter=${slug}`}
                prefetch="intent"
                aria-current={slug === shown ? "page" : undefined}
                className={look.link}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
