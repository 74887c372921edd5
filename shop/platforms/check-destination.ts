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
 * What is wrong with an address: what is missing, and a city or zip code that the shop's accounts don't take either.
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
    // Zip codes and cities are checked by their country. Orders go to streets that accounts don't take, such as "Torggata 2-4".
    const isFree = field === "street" || !country;
    if (text === undefined || (isFree && !isMissing)) return [];
    return [errorMessage(isMissing ? "missing" : "invalid_address", text, "recoverable", `${path}.${names[field]}`)];
  });
}
