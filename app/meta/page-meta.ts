import type { MetaDescriptor } from "react-router";
import { nameOfUnavailable, wordsFor } from "../frame/unavailable.ts";

/** What `meta` needs of its arguments, on whatever route. */
export interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
  error?: unknown;
}

/** What the shop is called, and where it is; the root's loader tells it. */
export interface ShopFacts {
  shopName: string;
  shopUrl: string;
}

export interface SharedPicture {
  /** Whole, or below the shop. */
  address: string;
  alt: string;
  /** In pixels; undefined for pictures that are kept elsewhere. */
  size?: { width: number; height: number };
}

/** What a page is. What takes more than a few words is put together on the server, by the page's loader. */
export interface PageFacts {
  /** What the page is called, without the shop's name; the home page bears nothing else. */
  title?: string;
  description: string;
  /** The page's one address below the shop, where its path alone doesn't say it. */
  address?: string;
  /** A page that search engines should leave out: it is about its visitor alone, or has nothing to show. */
  unlisted?: boolean;
  /** What is shown where the page is shared; the shop's own picture otherwise. */
  picture?: SharedPicture;
  /** What kind of thing the page is about, in Open Graph's words. */
  type?: "website" | "product";
  /** Tags that only this page has. */
  more?: MetaDescriptor[];
}

const tagline = "Beauty, fragrances, furniture and groceries";

const shopPicture: SharedPicture = {
  address: "/pictures/home-hero/main-1200.webp",
  alt: tagline,
  size: { width: 1200, height: 750 },
};

/** The head of a page: what tabs, search engines, and those whom it is shared with are shown. */
export function pageMeta(args: MetaArgs, facts: PageFacts): MetaDescriptor[] {
  const shop = shopOf(args);
  if (args.error || !shop) return failedMeta(args);
  const { title = tagline, description, picture = shopPicture, type = "website", unlisted, more = [] } = facts;
  const url = absolute(shop, facts.address ?? args.location.pathname.replace(/\/+$/, ""));
  return [
    { title: facts.title ? `${title} – ${shop.shopName}` : `${shop.shopName} – ${title}` },
    { name: "description", content: description },
    ...(unlisted ? [noIndex] : []),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: shop.shopName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
    { property: "og:url", content: url },
    ...pictureMeta(absolute(shop, picture.address), picture),
    { name: "twitter:card", content: "summary_large_image" },
    ...more,
  ];
}

const noIndex = { name: "robots", content: "noindex" };

/** The head of what is shown in place of a page: it names no address, because there is nothing to come back to. */
export function standInMeta(args: MetaArgs, title: string, description: string): MetaDescriptor[] {
  const shopName = shopOf(args)?.shopName ?? nameOfUnavailable(args.error) ?? "Torg";
  return [{ title: `${title} – ${shopName}` }, { name: "description", content: description }, noIndex];
}

export function notFoundMeta(args: MetaArgs) {
  return standInMeta(args, "Page not found", "There is nothing at this address. It may have moved, or never been.");
}

export function failedMeta(args: MetaArgs) {
  const { title, text } = wordsFor(args.error);
  return standInMeta(args, title, text);
}

export function absolute({ shopUrl }: ShopFacts, address: string) {
  return new URL(address, shopUrl).href;
}

/** Undefined when the root's loader failed. */
function shopOf({ matches }: MetaArgs) {
  return matches.find((match) => match?.id === "root")?.loaderData as ShopFacts | undefined;
}

function pictureMeta(url: string, { alt, size }: SharedPicture): MetaDescriptor[] {
  const measures = size && [
    { property: "og:image:width", content: String(size.width) },
    { property: "og:image:height", content: String(size.height) },
  ];
  return [{ property: "og:image", content: url }, ...(measures ?? []), { property: "og:image:alt", content: alt }];
}
