import { isWithdrawn } from "./currencies.ts";
import { byText } from "./locale.ts";

const currencyName = byText(() => new Intl.DisplayNames(["en"], { type: "currency" }));

/** All currencies that the shop can use, with their English names, by name. */
export function currencyNames() {
  return Intl.supportedValuesOf("currency")
    .filter((code) => !isWithdrawn(code))
    .map((code) => ({ code, name: currencyName("en").of(code) ?? code }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
