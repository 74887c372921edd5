import { useMemo } from "react";
import { useRouteError, useRouteLoaderData } from "react-router";
import type { SessionUser } from "#shop/accounts/session-user.ts";
import type { Appearance } from "#shop/appearance/appearance.ts";
import type { MenuCategory } from "#shop/catalog/categories.ts";
import type { BuiltInPage, PageLink } from "#shop/content/pages.ts";
import type { DeliveryTerms } from "#shop/delivery/delivery.ts";
import type { ReturnPayer } from "#shop/delivery/return-costs.ts";
import type { Country } from "#shop/values/countries.ts";
import { type Currency, defaultCurrency } from "#shop/values/currencies.ts";
import type { LegalGuarantee } from "#shop/values/legal-guarantee.ts";
import { defaultLocale, type Formats, type Locale, type NumberMarks } from "#shop/values/locale.ts";
import { isFormTooLarge, nameOfUnavailable } from "./unavailable.ts";

/** The root loader's data, for every page. */
export interface ShopData {
  shopName: string;
  shopUrl: string;
  /** The seller's lines in the footer; undefined until the owner fills them in. */
  seller?: string[];
  /** Where it isn't US dollars. */
  currency?: Currency;
  /** Where it isn't English. */
  locale?: Locale;
  marks?: NumberMarks;
  /** Where it isn't the one of a new shop. */
  timeZone?: string;
  /** Delivery cost and time, if the owner has set them. */
  delivery?: DeliveryTerms;
  /** Days in which an order may be sent back, if the owner has set them. */
  returnDays?: number;
  /** Who pays for sending things back, if the owner has said. */
  returnsPaidBy?: ReturnPayer;
  /** Whether customers can ask to return items on their orders' pages. */
  takesReturns?: true;
  /** Whether customers can't pay with a card. */
  refusesCards?: true;
  /** Whether the shop sells only where consumers have no right of withdrawal. */
  hidesWithdrawal?: true;
  /** The notice about the legal guarantee, where consumers have one and the owner has said who sells. */
  guarantee?: LegalGuarantee;
  /** Whether visitors can check out without signing in first. */
  quickCheckout?: true;
  /** Where the shop delivers; undefined for a new shop's. */
  countries?: Country[];
  /** The address of the owner's logo. */
  logo?: string;
  /** The address of the owner's icon for browser tabs. */
  icon?: string;
  /** The owner's color. */
  accent?: string;
  /** The background that the owner has chosen for the dark scheme. */
  darkPaper?: string;
  /** The address of the stylesheet with the owner's colors. */
  theme?: string;
  /** The picture for shared links; null if the owner shows neither their own nor the sample's. */
  sharedPicture?: string | null;
  announcement?: { text: string; link?: string | undefined };
  /** The owner's words in the footer. */
  footer?: Appearance["footer"];
  /** The owner's words on About and Contact, as HTML. They come with every page, because these two need no answer of the server. See docs/decisions/0133. */
  texts?: Partial<Record<BuiltInPage["slug"], string>>;
  /** Links to the owner's pages; none of them in a new shop. */
  pages?: PageLink[];
  /** Those of the menu. */
  categories: MenuCategory[];
  /** Whether there are others. */
  moreCategories?: boolean;
  /** Categories' colors: `colorsBySlug`. */
  colors?: Record<string, string>;
  /** How many pieces the cart of a browser without scripts holds; undefined for none. */
  cartPieces?: number;
  /** `isOwner`: an owner or staff member, who gets a link to the back office. */
  user: (Pick<SessionUser, "emailVerified" | "imageUrl"> & { isOwner?: true }) | null;
}

/** The shop's name, the signed-in user and other data of every page. */
export function useShop(): Omit<ShopData, "shopUrl"> {
  const data = useRouteLoaderData<ShopData>("root");
  const error = useRouteError();
  if (data) return data;
  if (isFormTooLarge(error) && error.data) return error.data;
  return { shopName: nameOfUnavailable(error) ?? "Torg", categories: [], user: null };
}

/** How amounts on the shop's pages are written. */
export function useShopFormats(): Formats {
  const { currency = defaultCurrency, locale = defaultLocale, marks } = useShop();
  // Each price on the page reads it from a context, and the router's state changes often.
  return useMemo(() => ({ currency, locale, marks }), [currency, locale, marks]);
}
