import { type Accent, accentShades } from "../appearance/accent.ts";
import type { ReturnPayer } from "../delivery/return-costs.ts";
import { pictureFile } from "../pictures/picture-file.ts";
import { mailSizes } from "../pictures/picture-sizes.ts";
import { isShownEverywhere } from "../pictures/shown-everywhere.ts";
import { sellerLines, sellerWithAddress } from "../settings/settings.ts";
import type { Shop } from "../shop.ts";
import type { Locale } from "../values/locale.ts";

/** The theme's own (`ui/theme.css`), where the owner has chosen no color. */
const standardAccent: Accent = {
  light: { accent: "#1e4d40", deep: "#153a30", on: "#fbf9f5" },
  dark: { accent: "#8cc7b2", deep: "#a5d6c4", on: "#10251e" },
};

/** What mails show of the shop: its name or logo at the top, its color, the seller at the end. */
export interface MailShop {
  name: string;
  url: string;
  /** The logo's whole address. */
  logo?: string | undefined;
  accent: Accent;
  /** The seller's lines, without the shop's name. */
  seller: string[];
  /** The shop's name and the seller's address in lines; undefined while the owner hasn't said. */
  address?: string[] | undefined;
  /** Who pays for sending things back; undefined while the owner hasn't said. */
  returnsPaidBy?: ReturnPayer | undefined;
  timeZone: string;
  locale: Locale;
}

export function mailShopOf(settings: Shop["settings"]): MailShop {
  const { shopName, shopUrl, appearance, returnsPaidBy, timeZone, locale } = settings;
  return {
    name: shopName,
    url: shopUrl,
    logo: appearance.logo && new URL(pictureFile(appearance.logo, mailSizes.logo), shopUrl).href,
    accent: appearance.accent ? accentShades(appearance.accent) : standardAccent,
    seller: sellerLines(settings)?.slice(1) ?? [],
    address: sellerWithAddress(settings),
    returnsPaidBy,
    timeZone,
    locale,
  };
}

/**
 * The whole address of a product's picture. The shop's own ones are JPEGs, the only format for photos that every mail program shows. See docs/decisions/0136.
 *
 * @returns undefined for SVG
 */
export function mailPicture({ url }: MailShop, thumbnail: string) {
  if (!isShownEverywhere(thumbnail)) return undefined;
  const own = thumbnail.startsWith("/pictures/");
  return new URL(own ? pictureFile(thumbnail, mailSizes.square) : thumbnail, url).href;
}
