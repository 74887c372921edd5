import { isWithdrawn } from "./currencies.ts";
import { byText } from "./locale.ts";

const currencyName = byText(() => new Intl.DisplayNames(["en"], { type: "currency" }));

/** The code of a currency that was typed as its code or name, in any case: "NOK" for "Norwegian krone". Another text comes back in capitals. */
export function findCurrency(typed: string) {
  const capitals = typed.toUpperCase();
  if (capitals.length <= 3) return capitals;
  return currencyNames().find(({ name }) => name.toUpperCase() === capitals)?.code ?? capitals;
}

/** All currencies that the shop can use, with their English names, by name. */
export function currencyNames() {
  return Intl.supportedValuesOf("currency")
    .filter((code) => !isWithdrawn(code))
    .map((code) => ({ code, name: currencyName("en").of(code) ?? code }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
