import type { VatKind, VatScheme } from "#database/schema.ts";
import type { Area } from "../delivery/delivery-option.ts";
import { knownRates } from "./known-rates.ts";
import { scaleCents } from "./share-cents.ts";
import { rateOn, type Taxes, type TaxesAbroad, type VatRate } from "./taxes.ts";
import type { BasisPoints } from "./vat.ts";
import { ratesCountry, type VatPlace, vatPlaceOf } from "./vat-area.ts";

/** What decides an order's VAT besides its seller. */
export interface Destination extends Area {
  /** Whether the customer collects it at the shop itself. Then it is sold there, whatever their address. */
  isPickup?: boolean | undefined;
  /** What the goods cost at the seller's own prices, before discounts. */
  goodsCents?: number | undefined;
  /** The country in which the buyer is registered for VAT, as far as that is proven (`readVatCountry`). */
  vatCountry?: string | undefined;
}

/** How an order is taxed. */
export interface VatTreatment {
  /** null for the seller's own VAT. */
  kind: VatKind | null;
  scheme: VatScheme | null;
  /** The destination's; undefined for the seller's own, and for none. */
  rates?: VatRate[];
  /** Whether prices stay what they are without VAT; otherwise what they are with it. */
  keepsNet: boolean;
}

const own: VatTreatment = { kind: null, scheme: null, keepsNet: false };

/** Decides how an order is taxed: checkouts show it, and placed orders keep it. See docs/decisions/0295. */
export function decideVat({ isRegistered, abroad }: Taxes, destination: Destination): VatTreatment {
  const { country, zipCode, isPickup, vatCountry } = destination;
  if (!isRegistered || !abroad || country === undefined || isPickup) return own;
  const seller = vatPlaceOf({ country: abroad.country });
  const place = vatPlaceOf({ country, zipCode });
  if (place.country === seller.country || isDomestic(seller, place)) return own;
  // The goods leave the seller's country untaxed for a buyer who is registered in another one (Directive 2006/112/EC, Article 138).
  if (seller.isEu && place.isEu && vatCountry !== undefined && vatCountry !== seller.country)
    return { kind: "reverseCharge", scheme: null, keepsNet: true };
  const keepsNet = abroad.pricesFollow;
  const scheme = schemeFor(abroad, { seller, place, destination });
  const rates = scheme && place.country ? ratesIn(abroad, place.country) : undefined;
  if (rates) return { kind: "destination", scheme, rates, keepsNet };
  // Below the threshold of distance sales, a seller in the EU charges their own VAT there.
  if (seller.isEu && place.isEu) return own;
  return { kind: "export", scheme: null, keepsNet };
}

/** Deliveries between Great Britain and Northern Ireland aren't abroad. See docs/decisions/0353. */
function isDomestic({ country: from }: VatPlace, { country: to }: VatPlace) {
  return from !== undefined && to !== undefined && ratesCountry(from) === ratesCountry(to);
}

interface Sale {
  seller: VatPlace;
  place: VatPlace;
  destination: Destination;
}

/** How the seller declares a destination's VAT; null if they don't. */
function schemeFor(
  { usesOss, ioss, countries }: TaxesAbroad,
  { seller, place, destination: { goodsCents = 0, vatCountry } }: Sale,
): VatScheme | null {
  if (place.country === undefined) return null;
  const isAtMost = (mostCents: number | null) => mostCents === null || goodsCents <= mostCents;
  // No registration is Northern Ireland's: one in the United Kingdom is for Great Britain.
  const registered = countries.get(place.country);
  if (registered?.isRegistered && isAtMost(registered.mostCents)) return "local";
  if (!place.isEu) return null;
  if (seller.isEu) return usesOss ? "oss" : null;
  // It is for consumers only.
  return ioss && vatCountry === undefined && isAtMost(ioss.mostCents) ? "ioss" : null;
}

/** The owner's rates of a country, or its standard rate as the list of known rates has it. */
function ratesIn({ countries }: TaxesAbroad, country: string): VatRate[] | undefined {
  const rates = countries.get(ratesCountry(country))?.rates;
  if (rates) return rates;
  const known = knownRates.get(ratesCountry(country));
  return known && [{ id: "", name: "", basisPoints: known.standard, validFrom: "" }];
}

/** A product's price and rate at the shop itself. */
export interface HomePrice {
  priceCents: number;
  vatBasisPoints: BasisPoints | null;
}

/** What a product costs at a destination. `vatKind` and `home` are set where its VAT differs from the shop's own. */
export interface TaxedPrice extends HomePrice {
  vatKind?: VatKind;
  home?: HomePrice;
  /** Turns delivery's own price into the destination's, where prices follow it. */
  deliveryFactor?: PriceFactor;
}

/** Turns the shop's own price into a destination's: multiply by the first, divide by the second. */
export type PriceFactor = readonly [there: number, home: number];

/**
 * What products cost where an order goes. Delivery follows the standard rates, so that an option has one price in a country whatever is in the cart. See
 * docs/decisions/0316.
 *
 * @param day the order's, `YYYY-MM-DD`
 */
export function pricesAt(taxes: Taxes, { kind, rates, keepsNet }: VatTreatment, day: string) {
  const rateThere = (vatRate: string | null) => (rates ? rateOn({ ...taxes, rates }, vatRate, day) : 0);
  const deliveryFactor = priceFactor(rateThere(null), rateOn(taxes, null, day));
  return ({ priceCents, vatRate }: { priceCents: number; vatRate: string | null }): TaxedPrice => {
    const home = { priceCents, vatBasisPoints: rateOn(taxes, vatRate, day) };
    if (kind === null) return home;
    const vatBasisPoints = rateThere(vatRate);
    const taxed = { priceCents, vatBasisPoints, vatKind: kind, home };
    if (!keepsNet) return taxed;
    const factor = priceFactor(vatBasisPoints, home.vatBasisPoints);
    return { ...taxed, priceCents: scaleCents(priceCents, ...factor), deliveryFactor };
  };
}

function priceFactor(there: BasisPoints | null, home: BasisPoints | null): PriceFactor {
  return [10_000 + (there ?? 0), 10_000 + (home ?? 0)];
}
