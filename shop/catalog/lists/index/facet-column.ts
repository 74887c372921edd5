import type { Filter } from "../../filters/filters.ts";
import { copied, grown, type Ids, widened } from "./arrays.ts";
import type { Facet, FacetColumns } from "./facets.ts";
import type { Steps } from "./time-slices.ts";

/** Filters whose values are remembered. An address may ask for any brand. */
const maxKnownFilters = 1000;

/** The different values of a facet, which only become more: a column and its copies share them. */
class FacetValues {
  /** By their ids. */
  readonly values: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #known = new Map<Filter, { ids: number[]; checked: number }>();
  readonly facet: Facet;

  constructor(facet: Facet) {
    this.facet = facet;
  }

  idOf(product: FacetColumns) {
    const value = this.facet.valueOf(product);
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    const id = this.values.push(value) - 1;
    this.#ids.set(value, id);
    return id;
  }

  idsOf(filter: Filter): number[] {
    const known = this.#known.get(filter) ?? { ids: [], checked: 0 };
    const { keeps = isSame } = this.facet;
    for (; known.checked < this.values.length; known.checked++) {
      if (keeps(filter, this.values[known.checked] as string)) known.ids.push(known.checked);
    }
    if (this.#known.size >= maxKnownFilters) this.#known.clear();
    this.#known.set(filter, known);
    return known.ids;
  }
}

/** The values that all products have in one facet. Each different value is kept once; a product has its id. */
export class FacetColumn {
  /** By the products' numbers. */
  valueIds: Ids = new Uint8Array(0);
  readonly #shared: FacetValues;
  /** By their ids. */
  readonly values: readonly string[];
  /** Whether a filter may keep several values. */
  readonly mayKeepSeveral: boolean;

  constructor(values: Facet | FacetValues) {
    this.#shared = values instanceof FacetValues ? values : new FacetValues(values);
    this.values = this.#shared.values;
    const { keeps, isNested } = this.#shared.facet;
    this.mayKeepSeveral = keeps !== undefined || isNested === true;
  }

  grow(capacity: number) {
    this.valueIds = grown(this.valueIds, capacity);
  }

  *copy(capacity: number): Steps<FacetColumn> {
    const copy = new FacetColumn(this.#shared);
    copy.valueIds = yield* copied(this.valueIds, capacity);
    return copy;
  }

  set(number: number, product: FacetColumns) {
    const id = this.#shared.idOf(product);
    this.valueIds = widened(this.valueIds, id);
    this.valueIds[number] = id;
  }

  /** The ids of the values that a filter keeps. */
  idsOf(filter: Filter): number[] {
    return this.#shared.idsOf(filter);
  }
}

function isSame(filter: Filter, value: string) {
  return value === filter;
}
