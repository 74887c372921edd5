import { type DeliveryTime, deliveryCost } from "#shop/delivery/delivery.ts";
import type { DeliveryOption } from "#shop/delivery/delivery-option.ts";
import type { ReturnPayer } from "#shop/delivery/return-costs.ts";
import type { LiveSettings } from "#shop/shop.ts";
import { deliveryPriceTo, mostDeliveryCountries, optionsForCountries } from "#shop/taxes/delivery-price.ts";
import type { Country } from "#shop/values/countries.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { dayOf } from "#shop/values/days.ts";
import { decimalAmount } from "#shop/values/money.ts";

export type MerchantTerms = Pick<
  LiveSettings,
  "countries" | "currency" | "deliveryOptions" | "returnDays" | "returnsPaidBy" | "taxes" | "timeZone"
>;

/** Search engines read at most this many (https://developers.google.com/search/docs/appearance/structured-data/return-policy). */
const mostReturnCountries = 50;

const returnFees: Record<ReturnPayer, string> = { shop: "FreeReturn", customer: "ReturnFeesCustomerResponsibility" };

const week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * How products can be returned, as the shop's pages say it. See docs/decisions/0349 and 0359.
 *
 * @param isExcepted whether consumers can't withdraw from buying it
 */
export function returnPolicy({ countries, returnDays, returnsPaidBy }: MerchantTerms, isExcepted = false) {
  const applicableCountry = countries.slice(0, mostReturnCountries).map(({ code }) => code);
  const category = isExcepted ? "NotPermitted" : "FiniteReturnWindow";
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry,
    returnPolicyCategory: `https://schema.org/MerchantReturn${category}`,
    ...(!isExcepted && { merchantReturnDays: returnDays }),
    ...(!isExcepted && returnsPaidBy && { returnFees: `https://schema.org/${returnFees[returnsPaidBy]}` }),
  };
}

/** What delivering one piece of a product costs and how long it takes: an entry for all countries where both are the same. */
export function shippingDetails(shop: MerchantTerms, priceCents: number, now: Date) {
  const { countries, currency, deliveryOptions: options, taxes } = shop;
  const today = dayOf(now, shop.timeZone);
  const deliveries = countries.slice(0, mostDeliveryCountries).flatMap((country) => {
    const delivery = deliveryPriceTo(country.code, priceCents, { options, taxes, today });
    return delivery ? { country, ...delivery } : [];
  });
  const alike = Map.groupBy(deliveries, ({ option, cents }) => `${option.id} ${cents}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      "@type": "OfferShippingDetails",
      shippingRate: amount(first.cents, currency),
      shippingDestination: group.map(({ country }) => region(country)),
      deliveryTime: {
        "@type": "ShippingDeliveryTime",
        // The shop knows only how long both take together: docs/decisions/0349.
        handlingTime: daysBetween(0, 0),
        transitTime: transitTime(first.option),
        businessDays: { "@type": "OpeningHoursSpecification", dayOfWeek: countedDays(first.option) },
      },
    };
  });
}

/**
 * The ways in which the shop delivers, with what they cost by the order's value. Where prices follow the country, only those within the shop's own: what
 * the others cost also depends on the goods.
 */
export function shippingServices({ countries, currency, deliveryOptions, taxes }: MerchantTerms) {
  const home = taxes.abroad?.pricesFollow ? taxes.abroad.country : undefined;
  return optionsForCountries(deliveryOptions).flatMap((option) => {
    const offered = option.countries.length > 0 ? option.countries : countries;
    const reached = offered.filter(({ code }) => home === undefined || code === home).slice(0, mostDeliveryCountries);
    if (reached.length === 0) return [];
    return {
      "@type": "ShippingService",
      name: option.name,
      fulfillmentType: "https://schema.org/FulfillmentTypeDelivery",
      shippingConditions: orderValues(option).map(([from, to]) => ({
        "@type": "ShippingConditions",
        shippingDestination: reached.map(region),
        ...((from > 0 || to !== undefined) && { orderValue: amountRange(from, to, currency) }),
        shippingRate: amount(deliveryCost(option, from), currency),
        transitTime: {
          "@type": "ServicePeriod",
          duration: transitTime(option),
          businessDays: countedDays(option),
        },
      })),
    };
  });
}

/** The values of an order between which an option costs the same, in cents; without an end for the last. */
function orderValues({ priceCents, freeFromCents }: DeliveryOption): [number, number?][] {
  return !freeFromCents || priceCents === 0 ? [[0]] : [[0, freeFromCents - 1], [freeFromCents]];
}

function amountRange(from: number, to: number | undefined, currency: Currency) {
  return {
    "@type": "MonetaryAmount",
    minValue: decimalAmount(from, currency),
    maxValue: to === undefined ? undefined : decimalAmount(to, currency),
    currency,
  };
}

function amount(cents: number, currency: Currency) {
  return { "@type": "MonetaryAmount", value: decimalAmount(cents, currency), currency };
}

function region({ code }: Country) {
  return { "@type": "DefinedRegion", addressCountry: code };
}

function transitTime({ days, daysFrom = days }: DeliveryTime) {
  return daysBetween(daysFrom, days);
}

function daysBetween(minValue: number, maxValue: number) {
  return { "@type": "QuantitativeValue", minValue, maxValue, unitCode: "DAY" };
}

function countedDays({ skipsWeekends }: DeliveryTime) {
  return (skipsWeekends ? week.slice(0, 5) : week).map((day) => `https://schema.org/${day}`);
}
