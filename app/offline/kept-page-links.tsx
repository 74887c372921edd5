import { useEffect, useState } from "react";
import { Link } from "#ui/link.tsx";
import { useShop } from "../page/use-shop.ts";
import { type KeptPage, readKeptPages } from "./kept-pages.ts";

const sections = [
  { kind: "cart", title: "Your cart" },
  { kind: "receipt", title: "Receipts" },
  { kind: "product", title: "Products you've seen" },
] as const;

/** What can be opened without a network, the last seen first. Nothing until it is found, or where nothing is kept. */
export function KeptPageLinks() {
  const [pages, setPages] = useState<KeptPage[]>([]);
  const { shopName } = useShop();
  useEffect(() => {
    readKeptPages().then(setPages, () => {});
  }, []);
  const shown = sections.map((section) => ({ ...section, pages: pages.filter(({ kind }) => kind === section.kind) }));
  return shown
    .filter((section) => section.pages.length > 0)
    .map(({ kind, title, pages: kept }) => (
      <section key={kind} className="w-full">
        <h2 className="mb-2 text-2xl">{title}</h2>
        <ul>
          {kept.map(({ path, title: page }) => (
            <li key={path}>
              {/* Each page is kept with scripts of its own. */}
              <Link to={path} reloadDocument className="text-link inline-flex min-h-11 items-center wrap-anywhere">
                <bdi>{nameOf(page, shopName)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ));
}

/** A page's title, as it is in HTML, without the shop's name. */
function nameOf(title: string, shopName: string) {
  const text = new DOMParser().parseFromString(title, "text/html").body.textContent;
  return text.replace(` – ${shopName}`, "");
}
