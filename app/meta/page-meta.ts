import type { MetaDescriptor } from "react-router";
import { tagline } from "#shop/catalog/categories.ts";
import { errorText, nameOfUnavailable } from "../page/unavailable.ts";
import type { ShopData } from "../page/use-shop.ts";
import { type SharedPicture, sharedPicture } from "./shared-picture.ts";

/** The arguments of any route's `meta` that are used here. */
export interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
  error?: unknown;
}

/** The shop's name and URL, from the root loader. */
export interface ShopIdentity {
  shopName: string;
  shopUrl: string;
}

/** A page's metadata. Loaders build anything longer than a few words, so that browsers needn't load that code. */
export interface PageMetadata {
  /** The title without the shop's name; undefined on the home page. */
  title?: string;
  description: string;
  /** The canonical path, if it isn't the request's path. */
  address?: string;
  /** Whether search engines should skip it: a customer's own page, or one without content. */
  unlisted?: boolean;
  /** The picture for shared links; by default the shop's. */
  picture?: SharedPicture;
  /** The Open Graph type. */
  type?: "website" | "product";
  /** More tags of this page. */
  more?: MetaDescriptor[];
}

const shopPicture = "/pictures/home-hero/main-800.webp?size=1200x750";

/** The head of a page, for tabs, search engines and shared links. */
export function pageMeta(args: MetaArgs, metadata: PageMetadata): MetaDescriptor[] {
  const shop = shopOf(args);
  if (args.error || !shop) return failedMeta(args);
  const tagline = shop.tagline || shop.shopName;
  const {
    title = tagline,
    description,
    picture = pictureOf(shop, tagline),
    type = "website",
    unlisted,
    more = [],
  } = metadata;
  const url = absolute(shop, metadata.address ?? args.location.pathname.replace(/\/+$/, ""));
  return [
    {
      title: metadata.title ? `${title} – ${shop.shopName}` : [shop.shopName, shop.tagline].filter(Boolean).join(" – "),
    },
    { name: "description", content: description },
    ...(unlisted ? [noIndex] : []),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: shop.shopName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
    { property: "og:url", content: url },
    ...(picture ? pictureMeta(absolute(shop, picture.address), picture) : []),
    { name: "twitter:card", content: "summary_large_image" },
    ...more,
  ];
}

/** The shop's picture for shared links: the owner's at the top of the home page, or else the sample's. */
function pictureOf(
  { sharedPicture: picture = shopPicture }: Pick<ShopData, "sharedPicture">,
  alt: string,
): SharedPicture | undefined {
  return picture === null ? undefined : sharedPicture(picture, alt);
}

const noIndex = { name: "robots", content: "noindex" };

/** The head of an error or fallback page. It has no canonical URL, because there is nothing to return to. */
export function fallbackMeta(args: MetaArgs, title: string, description: string): MetaDescriptor[] {
  const shopName = shopOf(args)?.shopName ?? nameOfUnavailable(args.error) ?? "Torg";
  return [{ title: `${title} – ${shopName}` }, { name: "description", content: description }, noIndex];
}

export function notFoundMeta(args: MetaArgs) {
  return fallbackMeta(
    args,
    "Page not found",
    "We couldn't find the page you're looking for. It may have moved, or the link may be wrong.",
  );
}

export function failedMeta(args: MetaArgs) {
  const { title, text } = errorText(args.error);
  return fallbackMeta(args, title, text);
}

export function absolute({ shopUrl }: ShopIdentity, address: string) {
  return new URL(address, shopUrl).href;
}

/** Whether an owner wrote the text of a page that every shop has. */
export function hasOwnText(args: MetaArgs, page: keyof NonNullable<ShopData["texts"]>) {
  return Boolean(shopOf(args)?.texts?.[page]);
}

/** Undefined if the root loader failed. */
function shopOf({ matches }: MetaArgs) {
  const data = matches.find((match) => match?.id === "root")?.loaderData as ShopData | undefined;
  return data && { ...data, tagline: tagline(data.categories) };
}

function pictureMeta(url: string, { alt, size }: SharedPicture): MetaDescriptor[] {
  const measures = size && [
    { property: "og:image:width", content: String(size.width) },
    { property: "og:image:height", content: String(size.height) },
    { property: "og:image:type", content: "image/jpeg" },
  ];
  return [{ property: "og:image", content: url }, ...(measures ?? []), { property: "og:image:alt", content: alt }];
}
