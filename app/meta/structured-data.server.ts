import type { MetaDescriptor } from "react-router";
import { absolute, type ShopFacts } from "./page-meta.ts";

/** A page's name, and its address below the shop. */
interface Crumb {
  name: string;
  address: string;
}

/** Facts in schema.org's words, for search engines. React Router escapes them for HTML. */
export function structuredData(type: string, facts: object): MetaDescriptor {
  return { "script:ld+json": { "@context": "https://schema.org", "@type": type, ...facts } };
}

/** The way from the home page to a page, which is the last crumb. */
export function breadcrumbs(shop: ShopFacts, crumbs: Crumb[]) {
  const way = [{ name: "Home", address: "/" }, ...crumbs];
  return structuredData("BreadcrumbList", {
    itemListElement: way.map(({ name, address }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: absolute(shop, address),
    })),
  });
}

/** Who the shop is, and the name that search engines put before its pages. */
export function shopData(shop: ShopFacts) {
  const { shopName: name } = shop;
  const url = absolute(shop, "/");
  return [
    structuredData("Organization", { "@id": `${url}#shop`, name, url, logo: absolute(shop, "/icon-512.png") }),
    structuredData("WebSite", { name, url, publisher: { "@id": `${url}#shop` } }),
  ];
}
