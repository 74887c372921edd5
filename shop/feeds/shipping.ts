import type { DeliveryOption } from "../delivery/delivery-option.ts";
import { deliveryPriceTo, mostDeliveryCountries, optionsForCountries } from "../taxes/delivery-price.ts";
import type { Taxes } from "../taxes/taxes.ts";
import type { Country } from "../values/countries.ts";
import type { Currency } from "../values/currencies.ts";
import { decimalAmount } from "../values/money.ts";
import { element } from "./xml-text.ts";

interface Shipping {
  options: DeliveryOption[];
  countries: Country[];
  currency: Currency;
  taxes: Taxes;
  /** `YYYY-MM-DD` */
  today: string;
}

/**
 * Writes what delivering one piece of a product to each country costs.
 *
 * @returns a function from the product's price, in cents, to its elements
 */
export function createShipping({ options, countries, currency, taxes, today }: Shipping) {
  const delivered = optionsForCountries(options);
  const limits = [...new Set([...delivered.flatMap(({ freeFromCents }) => freeFromCents ?? []), ...vatLimits(taxes)])];
  /** Prices between the same limits cost the same to deliver. */
  const written = new Map<number, string>();

  return (priceCents: number) => {
    const reached = limits.filter((limit) => priceCents >= limit).length;
    const known = written.get(reached);
    if (known !== undefined) return known;
    const text = countries
      .slice(0, mostDeliveryCountries)
      .map(({ code }) => shippingTo(code, deliveryPriceTo(code, priceCents, { options: delivered, taxes, today })))
      .join("");
    written.set(reached, text);
    return text;

    function shippingTo(country: string, delivery: ReturnType<typeof deliveryPriceTo>) {
      if (!delivery) return "";
      const { option, cents } = delivery;
      const price = `${decimalAmount(cents, currency)} ${currency}`;
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

/** The prices from which on a product has no longer its destination's VAT. */
function vatLimits({ abroad }: Taxes) {
  if (!abroad?.pricesFollow) return [];
  const most = [abroad.ioss?.mostCents, ...Array.from(abroad.countries.values(), ({ mostCents }) => mostCents)];
  return most.flatMap((cents) => (typeof cents === "number" ? cents + 1 : []));
}

/** Google counts in business days (https://support.google.com/merchants/answer/6324484). */
function transitTime({ days, daysFrom = days, skipsWeekends }: DeliveryOption) {
  if (!skipsWeekends) return [];
  return [element("g:min_transit_time", String(daysFrom)), element("g:max_transit_time", String(days))];
}
