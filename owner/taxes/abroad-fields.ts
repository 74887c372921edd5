import type { AbroadField } from "#shop/taxes/abroad-form.ts";
import { northernIreland } from "#shop/taxes/vat-area.ts";
import { compareCountries, nameOf, usualExportReason } from "#shop/taxes/vat-notes.ts";
import { allCountries } from "#shop/values/countries.ts";
import { defaultFormats } from "#shop/values/locale.ts";
import { formatUnits } from "#shop/values/money.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

/** In euro, of sales to consumers in other EU countries in a year (Article 59c of Directive 2006/112/EC). */
const mostUntaxedThere = 10_000;

/** The fields about sales abroad. @param country the seller's, if it is known */
export function abroadFields(country = "", { locale } = defaultFormats): DescribedFields<AbroadField> {
  const most = formatUnits(mostUntaxedThere, { currency: "EUR", locale });
  const codes = [...allCountries().map(({ code }) => code), northernIreland].toSorted(compareCountries);
  const countries = codes.map((code) => ({ value: code, label: nameOf(code) }));
  return {
    country: {
      label: "Your own country",
      as: "select",
      options: [{ value: "", label: "Choose a country" }, ...countries],
      wide: true,
      hint: "Where you're registered for VAT. Its rates are those on the Taxes screen.",
    },
    byDestination: {
      label: "Tax sales abroad by destination",
      as: "checkbox",
      wide: true,
      hint: "The country and zip code of the delivery decide. While this is off, every order has your own VAT.",
    },
    oss: {
      label: "One Stop Shop (sellers in the EU)",
      as: "checkbox",
      wide: true,
      hint: `Consumers in other EU countries pay their own country's VAT. While this is off, they pay yours, which is allowed for sales of up to ${most} a year.`,
    },
    iossNumber: {
      label: "IOSS number",
      maxLength: 30,
      autoComplete: "off",
      spellCheck: false,
      hint: "For goods that enter the EU. With it, orders to the EU have their country's VAT.",
    },
    iossMost: {
      label: "Largest order by IOSS",
      maxLength: 30,
      inputMode: "decimal",
      placeholder: "Any amount",
      hint: `The price of its items in your shop. IOSS is for up to ${formatUnits(150, { currency: "EUR", locale })} without VAT. Larger orders are exports.`,
    },
    pricesFollow: {
      label: "Prices follow the country",
      as: "checkbox",
      wide: true,
      hint: "Prices without VAT stay the same, and the checkout adds the destination's VAT. Discounts by amount stay as they are. While this is off, everyone pays the same price, whatever VAT it includes.",
    },
    exportNote: {
      label: "Reason for exports without VAT",
      maxLength: 200,
      wide: true,
      placeholder: usualExportReason(country),
      hint: "Printed on invoices and credit notes",
    },
    ecbRates: {
      label: "Use the European Central Bank's exchange rates",
      as: "checkbox",
      wide: true,
      hint: "For invoices that must also show their VAT in another currency. The shop reads the rates every two hours. VAT in pounds has the rates that you enter, as HMRC doesn't take the bank's.",
    },
  };
}
