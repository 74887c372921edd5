import { type CategoryKinds, type FacetName, type Filter, facetOfFilter } from "../../filters/filters.ts";
import { type OptionSlugs, parseOptionFilter } from "../../filters/option-filters.ts";
import { type ColumnName, columnNames, type IndexColumns } from "./index-columns.ts";
import type { PriceRange } from "./price-ranks.ts";
import { type AskedFacet, noteFailures, noteOptionFailures } from "./scan.ts";

/** Facets have numbers from 1: first those with columns, then the price, then the options that are asked for. */
export const priceFacet = columnNames.length + 1;

/** The number of a facet with a column. */
export function facetNumber(name: ColumnName) {
  return columnNames.indexOf(name) + 1;
}

export function isOption(facet: FacetName): facet is `option-${string}` {
  return facet.startsWith("option-");
}

/** The id of the option that a filter asks for; 0 for one that no product has ever had. */
export function optionIdOf(columns: IndexColumns, filter: Filter) {
  return columns.options.known.idOf(parseOptionFilter(filter) as OptionSlugs) ?? 0;
}

/** The ids of the values in a facet that a filter keeps. A category's also keeps those of the categories in it. */
export function valueIdsOf(columns: IndexColumns, name: ColumnName, filter: Filter, kinds: CategoryKinds) {
  const column = columns.facet(name);
  return [filter, ...(kinds.get(filter)?.children ?? [])].flatMap((each) => column.idsOf(each));
}

interface Asked {
  filters: Filter[];
  price?: PriceRange | undefined;
  kinds: CategoryKinds;
}

/**
 * The facets of which some filters and a price ask for values.
 *
 * @returns also the facets' numbers of the options that are asked for, by the ids of their names
 */
export function askFacets(columns: IndexColumns, { filters, price, kinds }: Asked) {
  const asked: AskedFacet[] = price ? [askPrice(columns.orders.priceRanks().keptBetween(price))] : [];
  const optionFacets = new Uint8Array(columns.options.known.choices.length);
  for (const [name, own] of Map.groupBy(filters, (filter) => facetOfFilter(filter, kinds))) {
    if (name === "price") asked.push(askPrice(columns.orders.priceRanks().keptBy(own)));
    else if (isOption(name)) {
      const facet = priceFacet + 1 + asked.length;
      optionFacets[columns.options.known.nameIdOf((parseOptionFilter(own[0] as Filter) as OptionSlugs).name) ?? 0] =
        facet;
      asked.push(askOption(columns, own, facet));
    } else {
      asked.push(askColumn(columns, name, own, kinds));
    }
  }
  return { asked, optionFacets };
}

/** @param valueIds by the products' numbers: 1 for those with the price */
function askPrice(valueIds: Uint32Array): AskedFacet {
  const price = { facet: priceFacet, valueIds, kept: Uint8Array.of(0, 1) };
  return { facet: priceFacet, noteFailed: (numbers, failed) => noteFailures(numbers, failed, price) };
}

function askColumn(columns: IndexColumns, name: ColumnName, filters: Filter[], kinds: CategoryKinds): AskedFacet {
  const { valueIds, values } = columns.facet(name);
  const kept = new Uint8Array(values.length);
  for (const filter of filters) for (const id of valueIdsOf(columns, name, filter, kinds)) kept[id] = 1;
  const asked = { facet: facetNumber(name), valueIds, kept };
  return { facet: asked.facet, noteFailed: (numbers, failed) => noteFailures(numbers, failed, asked) };
}

function askOption(columns: IndexColumns, filters: Filter[], facet: number): AskedFacet {
  const { known, spelled } = columns.options;
  const choices = new Set(filters.map((filter) => optionIdOf(columns, filter)));
  // 0 is that of products without the option.
  const kept = Uint8Array.from(known.choiceOf, (choice) => Number(choice !== 0 && choices.has(choice)));
  return { facet, noteFailed: (numbers, failed) => noteOptionFailures(numbers, failed, { facet, spelled, kept }) };
}
