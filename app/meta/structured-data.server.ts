import type { MetaDescriptor } from "react-router";
import type { Appearance } from "#shop/appearance/appearance.ts";
import { ownIcons } from "#shop/appearance/shop-icon.ts";
import { type MerchantTerms, returnPolicy, shippingServices } from "./merchant-terms.server.ts";
import { absolute, type ShopIdentity } from "./page-meta.ts";

/** A page's name and path. */
interface Crumb {
  name: string;
  address: string;
}

/** Structured data (schema.org) for search engines. React Router escapes it for HTML. */
export function structuredData(type: string, properties: object): MetaDescriptor {
  return { "script:ld+json": { "@context": "https://schema.org", "@type": type, ...properties } };
}

/** Breadcrumbs from the home page to a page, which is the last one. */
export function breadcrumbs(shop: ShopIdentity, crumbs: Crumb[]) {
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

/** The shop's organization, with how it delivers and takes returns, and its site name for search engines. */
export function shopData(shop: ShopIdentity & MerchantTerms & { appearance: Pick<Appearance, "icon" | "accent"> }) {
  const { shopName: name } = shop;
  const url = absolute(shop, "/");
  const logo = absolute(shop, ownIcons({ shopName: name, ...shop.appearance })?.at(-1)?.address ?? "/icon-512.png");
  const services = shippingServices(shop);
  return [
    structuredData("Organization", {
      ...{ "@id": `${url}#shop`, name, url, logo },
      hasMerchantReturnPolicy: returnPolicy(shop),
      hasShippingService: services.length > 0 ? services : undefined,
    }),
    structuredData("WebSite", { name, url, publisher: { "@id": `${url}#shop` } }),
  ];
}
