import { deliveryCost } from "../delivery/delivery.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
import type { Country } from "../values/countries.ts";
import type { Currency } from "../values/currencies.ts";
import { decimalAmount } from "../values/money.ts";
import { element } from "./xml-text.ts";

/** So many countries may a product name. */
const mostCountries = 100;

/**
 * Writes what delivering one piece of a product costs: in each country the option that customers get who choose none. Pickup and options for some
 * postcodes only are no price for a country.
 *
 * @returns a function from the product's price, in cents, to its elements
 */
export function createShipping(options: DeliveryOption[], countries: Country[], currency: Currency) {
  const delivered = options.filter(({ isPickup, postcodes }) => !isPickup && postcodes.length === 0);
  const limits = [...new Set(delivered.flatMap(({ freeFromCents }) => freeFromCents ?? []))];
  /** Prices between the same limits cost the same to deliver. */
  const written = new Map<number, string>();

  return (priceCents: number) => {
    const reached = limits.filter((limit) => priceCents >= limit).length;
    const known = written.get(reached);
    if (known !== undefined) return known;
    const text = countries
      .slice(0, mostCountries)
      .map(({ code }) => shippingTo(code, defaultOption(optionsFor(delivered, { country: code }), priceCents)))
      .join("");
    written.set(reached, text);
    return text;

    function shippingTo(country: string, option: DeliveryOption | undefined) {
      if (!option) return "";
      const price = `${decimalAmount(deliveryCost(option, priceCents), currency)} ${currency}`;
      const parts = [
        element("g:country", country),
        element("g:service", option.name),
        element("g:price", price),
        ...transitTime(option),
      ];
      return `<g:shipping>\n${parts.join("")}</g:shipping>\n`;
    }
  };
}

/** Google counts in business days (https://support.google.com/merchants/answer/6324484). */
function transitTime({ days, daysFrom = days, skipsWeekends }: DeliveryOption) {
  if (!skipsWeekends) return [];
  return [element("g:min_transit_time", String(daysFrom)), element("g:max_transit_time", String(days))];
}
