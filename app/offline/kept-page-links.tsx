import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { useShop } from "../page/use-shop.ts";
import { isCurrent, type KeptPage, type PageKind, readKeptPages } from "./kept-pages.ts";

const sections = [
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
  const ofKind = (wanted: PageKind) => pages.filter(({ kind, keptAt }) => kind === wanted && isCurrent(keptAt));
  return (
    <>
      {/* Whole new requests, because each page is kept with scripts of its own. */}
      {ofKind("cart").map(({ path }) => (
        <Button key={path} to={path} reloadDocument look="quiet">
          View cart
        </Button>
      ))}
      {sections
        .filter(({ kind }) => ofKind(kind).length > 0)
        .map(({ kind, title }) => (
          <section key={kind} className="w-full">
            <h2 className="mb-2 text-2xl">{title}</h2>
            <ul>
              {ofKind(kind).map((page) => (
                <li key={page.path}>
                  <Link
                    to={page.path}
                    reloadDocument
                    className="text-link inline-flex min-h-11 items-center wrap-anywhere"
                  >
                    <bdi>{nameOf(page, shopName)}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

/** A page's title without the shop's name. */
function nameOf({ title }: KeptPage, shopName: string) {
  const text = new DOMParser().parseFromString(title, "text/html").body.textContent;
  return text.replace(` – ${shopName}`, "");
}
