import * as v from "valibot";
import { furtherSorts, sortMenu } from "#shop/catalog/lists/sorts.ts";
import { mostPriceCents } from "#shop/values/money.ts";

/** Identifiers of one look-up. The protocol asks for 10 at least. */
export const mostIdentifiers = 50;
/** Products of a page. */
export const pageSize = { usual: 10, most: 50 } as const;
const mostValues = 40;

const text = v.pipe(v.string(), v.maxLength(1000));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const names = v.pipe(v.array(name), v.maxLength(mostValues));
const amount = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.transform((cents) => Math.min(cents, mostPriceCents)),
);

const context = v.optional(
  v.object({
    address_country: v.optional(text),
    address_region: v.optional(text),
    postal_code: v.optional(text),
    intent: v.optional(v.string()),
    language: v.optional(text),
    currency: v.optional(text),
    eligibility: v.optional(v.array(v.string())),
  }),
  {},
);

/** What the shop neither needs nor keeps. */
const told = {
  signals: v.optional(v.record(v.string(), v.unknown())),
  attribution: v.optional(v.record(v.string(), v.unknown())),
};

const selectedOption = v.object({ name, id: v.optional(text), label: name });

/** The protocol's filters, and those that the shop adds. All of them narrow; the values of one widen. */
const filters = v.optional(
  v.object({
    categories: v.pipe(v.optional(names), v.description("Categories as products have them, such as 'Clothing > Tees'")),
    price: v.optional(v.object({ min: v.optional(amount), max: v.optional(amount) })),
    brands: v.pipe(v.optional(names), v.description("Names of brands")),
    tags: v.pipe(v.optional(names), v.description("Tags that the shop has filters for")),
    options: v.pipe(
      v.optional(v.pipe(v.array(selectedOption), v.maxLength(mostValues))),
      v.description("Values of options, such as Size: M"),
    ),
    available: v.pipe(v.optional(v.boolean()), v.description("true leaves out what is sold out")),
    on_sale: v.pipe(v.optional(v.boolean()), v.description("true leaves only what is reduced")),
  }),
  {},
);
export type CatalogFilters = v.InferOutput<typeof filters>;
export type CatalogContext = v.InferOutput<typeof context>;

const sorts = sortMenu(furtherSorts.map(({ value }) => value)).map(({ value }) => value);

export const searchRequest = v.pipe(
  v.object({
    query: v.optional(text),
    filters,
    sort: v.pipe(v.optional(v.picklist(sorts)), v.description("Without it, the best match comes first")),
    pagination: v.optional(
      v.object({
        cursor: v.optional(text),
        limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), pageSize.usual),
      }),
      {},
    ),
    context,
    ...told,
  }),
  v.check(
    ({ query, filters }) => Boolean(query?.trim()) || Object.values(filters).some((value) => value !== undefined),
    "A search needs a query or filters",
  ),
);

export const lookupRequest = v.object({
  ids: v.pipe(v.array(text), v.minLength(1), v.maxLength(mostIdentifiers)),
  filters,
  context,
  ...told,
});

export const productRequest = v.object({
  id: text,
  selected: v.optional(
    v.pipe(
      v.array(selectedOption),
      v.maxLength(mostValues),
      v.check(
        (selected) => new Set(selected.map(({ name }) => name)).size === selected.length,
        "Each option can be selected once",
      ),
    ),
  ),
  preferences: v.optional(names),
  filters,
  context,
  ...told,
});
