import { addressForm } from "../accounts/account-forms.ts";
import { validate } from "../forms/validate.ts";
import { type Country, countryNamed } from "../values/countries.ts";
import { errorMessage, type Message } from "./refusal.ts";
import type { SentDestination } from "./selection-form.ts";

/** The protocol's names of our fields. */
const names = {
  street: "street_address",
  city: "address_locality",
  zipCode: "postal_code",
  country: "address_country",
} as const satisfies Record<string, keyof SentDestination>;

type Field = keyof typeof names;

/**
 * What is wrong with an address by the rules of the shop's own accounts.
 *
 * @param countries where the shop delivers
 * @param path of the destination in the answer
 */
export function checkDestination(destination: SentDestination, countries: Country[], path: string): Message[] {
  const { street_address = "", address_locality = "", postal_code = "", address_country = "" } = destination;
  const named = countryNamed(address_country);
  const country = countries.find(({ code }) => code === named?.code);
  if (address_country !== "" && !country) {
    const text = `We don't deliver to ${address_country}. We deliver to: ${countries.map(({ code }) => code).join(", ")}.`;
    return [errorMessage("address_undeliverable", text, "recoverable", `${path}.${names.country}`)];
  }
  const typed = { street: street_address, city: address_locality, zipCode: postal_code, country: country?.name ?? "" };
  const { errors = {} } = validate(addressForm(country ? [country] : []), typed);
  return (Object.keys(names) as Field[]).flatMap((field) => {
    const text = errors[field];
    const isMissing = typed[field] === "";
    // The other rules are those of the country.
    if (text === undefined || (!country && !isMissing)) return [];
    return [errorMessage(isMissing ? "missing" : "invalid_address", text, "recoverable", `${path}.${names[field]}`)];
  });
}
