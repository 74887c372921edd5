/** All money is in whole cents of a US dollar. Only catalog files and screens show dollars. */
export const shopCurrency = "usd";

/**
 * A price in dollars, as catalogs and carts write it, in cents.
 *
 * @returns undefined for what isn't an amount of whole cents (19.999, -1, NaN)
 */
export function centsFromDollars(dollars: number) {
  const cents = Math.round(dollars * 100);
  const exact = Math.abs(dollars * 100 - cents) <= 4 * Number.EPSILON * cents;
  return exact && cents >= 0 && Number.isSafeInteger(cents) ? cents : undefined;
}

/**
 * Parses a typed amount into cents: "12.50", "$12.5", "1,895". A comma separates thousands.
 *
 * @returns undefined for an invalid amount
 */
export function centsFromAmount(text: string) {
  const digits = /^\$?(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(\.\d\d?)?$/.exec(text.trim());
  return digits ? centsFromDollars(Number(digits[0].replaceAll(/[$,]/g, ""))) : undefined;
}

/**
 * Parses an amount typed into an owner's form: like `centsFromAmount`, but "4,90" is 4.90. "1,895" could be either and is refused;
 * "1,895.00" is accepted.
 *
 * @returns undefined for an invalid amount
 */
export function centsFromTypedAmount(text: string) {
  const typed = text.trim();
  if (/^\$?\d{1,12},\d\d$/.test(typed)) return centsFromAmount(typed.replace(",", "."));
  return /,\d{3}$/.test(typed) ? undefined : centsFromAmount(typed);
}

/** The same amount as a number of dollars, as carts write it: 999 → 9.99. */
export function dollarsFromCents(cents: number) {
  return cents / 100;
}

/** The amount with 2 decimals: 999 → "9.99". */
export function decimalAmount(cents: number) {
  return (cents / 100).toFixed(2);
}

/** The amount as shoppers read it: 189500 → "$1,895.00". */
export function formatPrice(cents: number) {
  return `$${decimalAmount(cents).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}
