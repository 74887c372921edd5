import type { CountedFacet, Filter, MenuFacet } from "../../filters/filters.ts";
import { filterOfOption } from "../../filters/option-filters.ts";
import { compareOptionValues } from "../../filters/option-order.ts";
import { colorOf, isColorName } from "../../option-colors.ts";
import type { OptionColumns } from "./option-columns.ts";

/** An option of the catalog with all its values, which the filter panel offers where they narrow a list. */
export interface OptionFacet {
  /** What owners call it. */
  label: string;
  choices: { value: Filter; label: string; id: number; color: string | undefined }[];
}

/** A list offers so many options, those that most of its cards have. */
const mostFacets = 8;
/** An option offers so many values, those that most cards have. */
const mostChoices = 60;

/** All options of the catalog, by name. The values are in the order in which shoppers expect them. */
export function optionFacets(options: OptionColumns): OptionFacet[] {
  const { names, values } = options.spellings();
  const choices = options.known.choices.flatMap(({ name, value }, id) => {
    const label = values.get(id);
    return label === undefined ? [] : [{ name, value: filterOfOption({ name, value }), label, id }];
  });
  return [...Map.groupBy(choices, ({ name }) => name)]
    .map(([name, own]) => ({
      label: names.get(name) ?? name,
      choices: own
        .map(({ value, label, id }) => ({ value, label, id, color: isColorName(name) ? colorOf(label) : undefined }))
        .sort((one, other) => compareOptionValues(one.label, other.label)),
    }))
    .sort((one, other) => compareOptionValues(one.label, other.label));
}

interface OptionCounts {
  /** How many cards the list has. */
  total: number;
  /** How many each choice would leave, by its id. */
  counts: Uint32Array;
  filters: Filter[];
}

/**
 * The options that narrow a list, those of most cards first. A value that no card has is left out, and an option of which all cards have the only value;
 * what the list is filtered by stays.
 */
export function countedOptions(facets: OptionFacet[], { total, counts, filters }: OptionCounts): CountedFacet[] {
  const isChosen = ({ value }: { value: Filter }) => filters.includes(value);
  const counted = facets.flatMap(({ label, choices }) => {
    const offered = choices
      .map(({ value, label, id, color }) => ({ value, label, count: counts[id] ?? 0, ...(color && { color }) }))
      .filter((choice) => choice.count > 0 || isChosen(choice));
    const narrows = offered.length > 1 || offered.some((choice) => choice.count < total || isChosen(choice));
    const cards = offered.reduce((sum, { count }) => sum + count, 0);
    return narrows ? [{ label, cards, isChosen: offered.some(isChosen), choices: mostCommon(offered, isChosen) }] : [];
  });
  return counted
    .sort((one, other) => other.cards - one.cards)
    .filter(({ isChosen }, place) => place < mostFacets || isChosen)
    .map(({ label, choices }) => ({ label, choices }));
}

function mostCommon<Choice extends { count: number; value: Filter }>(
  choices: Choice[],
  isChosen: (choice: Choice) => boolean,
) {
  if (choices.length <= mostChoices) return choices;
  const common = new Set(choices.toSorted((one, other) => other.count - one.count).slice(0, mostChoices));
  return choices.filter((choice) => common.has(choice) || isChosen(choice));
}

/** The choices that some filters ask for, as facets of the filter menu. */
export function chosenOptions(facets: OptionFacet[], filters: Filter[]): MenuFacet[] {
  return facets
    .map(({ label, choices }) => ({
      label,
      choices: choices.filter(({ value }) => filters.includes(value)).map(({ value, label }) => ({ value, label })),
    }))
    .filter(({ choices }) => choices.length > 0);
}
