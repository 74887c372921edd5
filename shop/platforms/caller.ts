import type { LiveSettings, ShopSettings } from "../shop.ts";
import { SignatureError } from "./http-signatures.ts";
import type { PlatformShop } from "./price-items.ts";

/** Who asks for a buyer, and what both sides can do. */
export interface Caller {
  shop: PlatformShop;
  /** Its profile's address, and where it wants to be told about orders. */
  platform: { url: string; webhookUrl?: string };
  /** Whether the request has a valid signature by the platform's key. */
  isSigned: boolean;
  /** The names of the capabilities that both sides have. */
  capabilities: ReadonlySet<string>;
  /** The network address that the request came from. */
  clientAddress: string;
}

/**
 * What a platform opened by a signed request is only for its signed requests. See docs/decisions/0278.
 *
 * @throws SignatureError
 */
export function requireSignature(opened: { isSigned: 0 | 1 }, { isSigned }: Pick<Caller, "isSigned">) {
  if (opened.isSigned && !isSigned)
    throw new SignatureError("signature_missing", "It was opened by a signed request: sign this one too");
}

export const extensions = {
  cart: "dev.ucp.shopping.cart",
  fulfillment: "dev.ucp.shopping.fulfillment",
  discount: "dev.ucp.shopping.discount",
  buyerConsent: "dev.ucp.shopping.buyer_consent",
} as const;

/** Where a buyer finds what a platform chose for them. */
export function continueUrl({ shopUrl }: Pick<ShopSettings, "shopUrl">, link: string) {
  return `${shopUrl}/carts/${link}`;
}

const linkTypes: Record<string, string> = {
  privacy: "privacy_policy",
  terms: "terms_of_service",
  returns: "refund_policy",
  delivery: "shipping_policy",
  shipping: "shipping_policy",
  faq: "faq",
};

/** The owner's pages that a buyer has to be able to read: https://ucp.dev/2026-04-08/specification/checkout#link. */
export function toLinks({ shopUrl, pages }: Pick<LiveSettings, "shopUrl" | "pages">) {
  return pages.flatMap(({ slug, title }) => {
    const type = linkTypes[slug];
    return type ? [{ type, url: `${shopUrl}/pages/${slug}`, title }] : [];
  });
}
