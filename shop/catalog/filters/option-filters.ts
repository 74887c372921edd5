import { cutText } from "../../text/cut-text.ts";
import { foldLetters } from "../../text/fold-text.ts";

/** An option's name, such as "Size", and one of its values, by which filters know them. */
export interface OptionSlugs {
  name: string;
  value: string;
}

/** A product's option has no longer name or value. */
const slugLimit = 100;
/** So many fit into a slug. */
const mostCodePoints = 14;
const prefix = "option-";
/** No slug has it: an address says without doubt where the name ends. */
const separator = "--";

/**
 * What is told from other names and values in addresses: "Shoe size" → "shoe-size". Signs stay, because "S" and "S+" are two sizes. See
 * docs/decisions/0221.
 */
export function optionSlug(text: string) {
  const slug = foldLetters(text)
    .replace(/[\s\p{Pd}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const cut = cutText(slug, slugLimit).replace(/-$/, "");
  return cut || codePointsOf(text);
}

/** For a text of hyphens alone. */
function codePointsOf(text: string) {
  return Array.from(text.slice(0, mostCodePoints), (character) => character.codePointAt(0)?.toString(16)).join("-");
}

/** The filter that keeps the products with a value of an option: `option-size--m`. */
export function filterOfOption({ name, value }: OptionSlugs) {
  return `${prefix}${name}${separator}${value}`;
}

/** Whether a parsed filter is one of an option. No slug of a category has two hyphens in a row. */
export function isOptionFilter(filter: string) {
  return filter.startsWith(prefix) && filter.includes(separator);
}

/** The option in an address; undefined for what isn't one. */
export function parseOptionFilter(filter: string): OptionSlugs | undefined {
  if (!filter.startsWith(prefix) || filter.length > 2 * slugLimit + prefix.length + separator.length) return undefined;
  const at = filter.indexOf(separator, prefix.length);
  const [name, value] = [filter.slice(prefix.length, at), filter.slice(at + separator.length)];
  const isOne = at > prefix.length && value !== "" && optionSlug(name) === name && optionSlug(value) === value;
  return isOne ? { name, value } : undefined;
}
