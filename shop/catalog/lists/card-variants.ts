import { optionSlug } from "../filters/option-filters.ts";
import { colorOf, isColorName } from "../option-colors.ts";
import type { CardVariants, VariantsSummary } from "../product.ts";
import type { ListedSiblings, OptionValues } from "./index/cards.ts";

/** A card draws so many colors. */
const mostColors = 6;

/** Options' names with an English plural. Owners may use any language for others. */
const countable = new Set([
  ...["size", "colour", "color", "shade", "style", "material", "fabric", "cloth", "finish", "pattern", "print"],
  ...["length", "width", "height", "weight", "volume", "capacity", "scent", "fragrance", "flavour", "flavor"],
  ...["format", "model", "type", "version", "edition", "pack", "set", "fit", "wood", "metal", "stone", "strength"],
]);

type Told = Pick<ListedSiblings, "isFrom" | "buyable" | "isNamed" | "only" | "options">;

/** What a card says of its siblings. See docs/decisions/0224. */
export function cardVariants({ isFrom, buyable, isNamed, only, options }: Told): CardVariants {
  const hasChoice = buyable > 1 && (isFrom || !isNamed);
  return { isFrom, hasChoice, summary: only ? only.map((label) => ({ label })) : options.map(summaryOf) };
}

function summaryOf({ name, values }: OptionValues): VariantsSummary {
  const label = countOf(name, values.length);
  const colors = isColorName(name) ? values.map(colorOf) : [undefined];
  if (colors.includes(undefined)) return { label };
  // Two names may be one color.
  const drawn = [...new Set(colors)].filter((color) => color !== undefined);
  const more = drawn.length - mostColors;
  return { label, colors: drawn.slice(0, mostColors), ...(more > 0 && { more }) };
}

/** "3 sizes"; "Farge: 3" */
function countOf(name: string, count: number) {
  const noun = optionSlug(name);
  return countable.has(noun) ? `${count} ${pluralOf(name.trim().toLowerCase())}` : `${name}: ${count}`;
}

function pluralOf(noun: string) {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, "ies");
  return /(?:s|x|[cs]h)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
