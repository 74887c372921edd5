import { foldText } from "../text/fold-text.ts";
import { isWithdrawn } from "./currencies.ts";
import { byText } from "./locale.ts";

const currencyName = byText(() => new Intl.DisplayNames(["en"], { type: "currency" }));

/**
 * The code of a currency that was typed as its code or name, in any case: "NOK" for "Norwegian krone", and "PLN" for "zloty", as no other has this word.
 * Another text comes back in capitals.
 */
export function findCurrency(typed: string) {
  const capitals = typed.toUpperCase();
  if (capitals.length <= 3) return capitals;
  const meant = currenciesMeant(typed);
  const [first] = meant.length === 1 ? meant : meant.filter(({ name }) => name.toUpperCase() === capitals);
  return first?.code ?? capitals;
}

/** The currencies whose names have all typed words: those of Denmark and Norway for "krone". */
function currenciesMeant(typed: string) {
  const words = foldText(typed).split(" ");
  return currencyNames().filter(({ name }) => {
    const named = foldText(name).split(" ");
    return words.every((word) => named.includes(word));
  });
}

const mostSuggested = 6;

/** Why a text is no currency, and which it may mean. */
export function whyNoCurrency(typed: string) {
  const meant = currenciesMeant(typed).slice(0, mostSuggested);
  if (meant.length < 2) return "Use an ISO 4217 code such as NOK, or the currency's name";
  const named = meant.map(({ code, name }) => `${code} (${name})`);
  return `Did you mean ${named.slice(0, -1).join(", ")} or ${named.at(-1)}? Use the code`;
}

/** All currencies that the shop can use, with their English names, by name. */
export function currencyNames() {
  return Intl.supportedValuesOf("currency")
    .filter((code) => !isWithdrawn(code))
    .map((code) => ({ code, name: currencyName("en").of(code) ?? code }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
