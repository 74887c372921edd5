import * as v from "valibot";
import { amountRules } from "#shop/catalog/fields/field-rules.ts";
import { catalogFields, type Field, type FieldName, productFields } from "#shop/catalog/fields/product-fields.ts";
import { settableFields } from "#shop/catalog/products/change-by-record.ts";
import { type Currency, defaultCurrency } from "#shop/values/currencies.ts";
import { readOnly } from "./shared-fields.ts";

/** Descriptions of fields whose label doesn't say enough. */
const notes: Partial<Record<FieldName, string>> = {
  id: "Stays the same. Made from the title if it is missing. Whole numbers become text",
  address: "The last part of its page's address, if that isn't the ID",
  price: "In units of the shop's currency: the usual price, also during a sale. A draft is published with one above 0",
  compareAtPrice: "A former price, shown next to the price",
  salePrice: "The price during a sale, scheduled or on. Null ends the sale",
  saleStarts: "Null for at once, and while the sale is on",
  saleEnds: "Null for a sale without an end",
  rating: "0 to 5",
  thumbnail: "A picture's address: of this shop, or a whole one elsewhere",
  images: "The addresses of further pictures, in their order",
  category: "The slug of a category, or the name of a new one, which needs `categories:write`",
  stock: "In pieces. POST /products/{id}/stock changes it by a number",
  description: "Markdown",
  group: "Products with the same group are variants of each other",
  options: "What sets it apart from its variants, in the order in which shoppers choose",
  sku: "Whole numbers become text",
  gtin: "8, 12, 13 or 14 digits. Spaces and hyphens are dropped; whether its check digit fits isn't checked",
  weightGrams: "With its packaging",
  contentAmount: "How much it contains, for the unit price",
  imageAlts: "For each of `images`, in their order",
  manufacturer: "Name or trademark",
  manufacturerAddress: "The manufacturer's postal address",
  manufacturerContact: "The manufacturer's email or website",
  responsiblePerson: "Name and addresses of who answers for it in the EU, if the manufacturer isn't there",
  safetyWarnings: "Warnings and safety information, as plain text",
  publishAt: "When it becomes visible to shoppers",
  unpublishAt: "When it is archived",
  vatRate: "The ID of a VAT rate; null for the standard one",
  availabilityStatus: "Follows the stock",
};

const examples: Partial<Record<FieldName, unknown>> = {
  title: "Linen shirt",
  price: 49.9,
  options: { Size: "M", Color: "Blue" },
  gtin: "4006381333931",
  saleStarts: "2026-11-27T00:00:00.000Z",
  saleEnds: "2026-12-01T00:00:00.000Z",
  publishAt: "2026-12-01T08:00:00.000Z",
  unpublishAt: "2027-01-01T00:00:00.000Z",
};

type Schema = v.GenericSchema;
type Wrapper = Schema & { wrapped: Schema };

function described(schema: Schema, { name, label }: Field): Schema {
  const example = examples[name];
  return v.pipe(
    schema,
    v.description(notes[name] ?? label),
    v.metadata(example === undefined ? {} : { examples: [example] }),
  ) as Schema;
}

/** A field's rule once it has a value. Files may leave fields out. */
function givenRule({ name, ...field }: Field, currency = defaultCurrency): { isNullable: boolean; rule: Schema } {
  const amounts: Partial<Record<FieldName, Schema>> = amountRules(currency);
  const rule = amounts[name] ?? field.rule;
  if (rule.type === "optional" || rule.type === "nullish")
    return { isNullable: rule.type === "nullish", rule: (rule as Wrapper).wrapped };
  return { isNullable: false, rule };
}

const status = v.pipe(
  v.picklist(["active", "draft", "archived"]),
  v.description("Only active products are in the shop"),
);

/** A product as the API shows it. */
export const product = v.strictObject({
  ...Object.fromEntries(
    catalogFields.map((field) => {
      const { isNullable, rule } = givenRule(field);
      return [field.name, described(isNullable ? v.nullable(rule) : rule, field)];
    }),
  ),
  category: v.pipe(v.string(), v.description("Its slug; of a draft also the name of a new one, or empty")),
  status,
});

/** The fields that the shop sets itself. Programs may send them back with their changes. */
const ownFields = [
  ...catalogFields.map(({ name }) => name).filter((name) => !settableFields.includes(name)),
  "status",
] as string[];

/** A field that may be left out, and which null makes empty again if it needn't have a value. */
function changed(field: Field, currency: Currency): Schema {
  const { isNullable, rule } = givenRule(field, currency);
  const canBeEmpty = isNullable || !field.isRequired;
  return v.optional(described(canBeEmpty ? v.nullable(rule) : rule, field)) as Schema;
}

function unknownField(issue: v.BaseIssue<unknown>) {
  return issue.expected === "never" ? "isn't a field of products" : "must be an object with fields";
}

function changedFields(currency: Currency) {
  const settable = catalogFields.filter(({ name }) => settableFields.includes(name));
  return Object.fromEntries(settable.map((field) => [field.name, changed(field, currency)]));
}

function unread(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, readOnly]));
}

/** Changes to an existing product. */
export function productChanges(currency: Currency) {
  return v.pipe(
    v.strictObject({ ...changedFields(currency), ...unread(ownFields) }, unknownField),
    v.transform((fields) => fields as Partial<Record<FieldName, unknown>>),
  );
}

/** A new product. */
export function newProductFields(currency: Currency) {
  return v.pipe(
    v.strictObject(
      {
        ...changedFields(currency),
        ...unread(ownFields.filter((name) => name !== "id" && name !== "status")),
        id: v.optional(described(productFields.id.rule, fieldNamed("id"))),
        title: described(productFields.title.rule, fieldNamed("title")),
        status: v.optional(
          v.pipe(
            v.picklist(["active", "draft"], "must be active or draft"),
            v.description("A draft is published later"),
          ),
        ),
      },
      unknownField,
    ),
    v.transform((fields) => fields as Partial<Record<FieldName, unknown>> & { status?: "active" | "draft" }),
  );
}

function fieldNamed(name: FieldName) {
  return catalogFields.find((field) => field.name === name) as Field;
}
