import type * as v from "valibot";
import type { ProductsTable } from "#database/schema.ts";
import type { SaleColumns } from "../pricing/usual-price.ts";
import { addressLimit } from "./address-slug.ts";
import { type FieldKind, fieldKinds, type Kind } from "./field-kinds.ts";
import * as rules from "./field-rules.ts";

/** A field by its name in catalog files. Columns, files, forms, previews and logs follow from it. */
interface FieldDescription {
  label: string;
  /** Characters in the product's form, which lacks a field without it. */
  limit?: number;
  /** The name in the form and the log, if it is another one. */
  inForm?: string;
  /** The column, if it has another name. */
  column?: keyof ProductsTable;
  kind: FieldKind;
  /** From the value in a file to the product's: a field may be absent if it is optional, and also be empty if it is nullish. */
  rule: v.GenericSchema;
  /** A new product's value, if it isn't its kind's. */
  initial?: string | number;
  isOnCards?: true;
  /** Whether JSON without it empties it. Others are kept when a file is silent. */
  isAlwaysMeant?: true;
  /** Whether it is of a product's sale, which only files have beside the product. */
  isSale?: true;
  /** Whether copies of a product begin without it. */
  isOwn?: true;
  /** Whether only the owner knows it: neither pages nor feeds say it. */
  isPrivate?: true;
}

export const productFields = {
  id: { label: "ID", kind: "text", rule: rules.id, isOnCards: true },
  /** The last part of its page's address; none for the ID. */
  address: { label: "Address", limit: addressLimit, kind: "slug", rule: rules.address, isOnCards: true, isOwn: true },
  title: { label: "Title", limit: 200, kind: "text", rule: rules.requiredText, isOnCards: true },
  price: { label: "Price", limit: 20, column: "priceCents", kind: "amount", rule: rules.price, isOnCards: true },
  /** The former price that the owner claims. */
  compareAtPrice: {
    label: "Compare-at price",
    limit: 20,
    column: "compareAtCents",
    kind: "amount",
    rule: rules.compareAtPrice,
    isOwn: true,
  },
  salePrice: { label: "Sale price", column: "saleCents", kind: "amount", rule: rules.salePrice, isSale: true },
  saleStarts: { label: "Sale starts", column: "saleStartsAt", kind: "moment", rule: rules.moment, isSale: true },
  saleEnds: { label: "Sale ends", column: "saleEndsAt", kind: "moment", rule: rules.moment, isSale: true },
  /** 0 to 5 */
  rating: { label: "Rating", kind: "number", rule: rules.rating, isOnCards: true, isOwn: true },
  /** An address below this shop, or a whole one elsewhere. */
  thumbnail: { label: "Thumbnail", limit: 2000, kind: "picture", rule: rules.picture, isOnCards: true },
  images: { label: "Gallery", limit: 20_000, kind: "pictures", rule: rules.pictures },
  brand: { label: "Brand", limit: 100, kind: "text", rule: rules.optionalText, isOnCards: true, isAlwaysMeant: true },
  category: { label: "Category", limit: 100, kind: "text", rule: rules.requiredText, isOnCards: true },
  tags: { label: "Tags", limit: 1000, kind: "words", rule: rules.words },
  /** In pieces. */
  stock: { label: "Stock", limit: 12, kind: "whole", rule: rules.stock, isOnCards: true, isOwn: true, isPrivate: true },
  discountPercentage: {
    label: "Discount",
    limit: 20,
    inForm: "discount",
    kind: "number",
    rule: rules.percentage,
    isOnCards: true,
  },
  minimumOrderQuantity: {
    label: "Minimum quantity",
    limit: 12,
    inForm: "minimumOrder",
    kind: "whole",
    rule: rules.quantity,
    initial: 1,
  },
  description: { label: "Description", limit: 20_000, kind: "text", rule: rules.text },
  /** Products of one group are variants of each other, its siblings. */
  group: { label: "Group", limit: 100, kind: "text", isOwn: true, rule: rules.group },
  /** What tells it from its siblings, in the order in which shoppers choose. */
  options: { label: "Options", limit: 1000, kind: "options", isOwn: true, rule: rules.options },
  sku: { label: "SKU", limit: 100, kind: "text", rule: rules.sku, isOwn: true },
  gtin: { label: "Barcode (GTIN)", limit: 40, kind: "text", rule: rules.gtin, isOwn: true },
  /** With its packaging. */
  weightGrams: { label: "Weight in grams", limit: 20, kind: "number", rule: rules.weight },
  /** What the unit price is computed from, as Directive 98/6/EC asks: 250 with "g", 0.75 with "l". */
  contentAmount: { label: "Content", limit: 20, kind: "number", rule: rules.contentAmount, isOnCards: true },
  contentUnit: { label: "Content unit", limit: 10, kind: "choice", rule: rules.contentUnit, isOnCards: true },
  seoTitle: { label: "Headline in search results", limit: 200, kind: "text", rule: rules.optionalText },
  seoDescription: { label: "Text in search results", limit: 1000, kind: "text", rule: rules.optionalText },
  /** One for each of `images`, in their order. */
  imageAlts: { label: "Alt texts", limit: 20_000, kind: "lines", rule: rules.imageAlts },
  /** What offers have to say by Regulation (EU) 2023/988, article 19. See docs/decisions/0334. */
  manufacturer: { label: "Manufacturer", limit: 200, kind: "text", rule: rules.textUpTo(200) },
  manufacturerAddress: { label: "Manufacturer's postal address", limit: 500, kind: "text", rule: rules.textUpTo(500) },
  /** An email or a website. */
  manufacturerContact: {
    label: "Manufacturer's email or website",
    limit: 200,
    kind: "text",
    rule: rules.textUpTo(200),
  },
  /** In the EU, with addresses. */
  responsiblePerson: { label: "Responsible person in the EU", limit: 500, kind: "text", rule: rules.textUpTo(500) },
  safetyWarnings: { label: "Warnings and safety information", limit: 5000, kind: "text", rule: rules.textUpTo(5000) },
  publishAt: { label: "Publish at", limit: 40, kind: "moment", rule: rules.moment, isOwn: true, isPrivate: true },
  unpublishAt: { label: "Take down at", limit: 40, kind: "moment", rule: rules.moment, isOwn: true, isPrivate: true },
  /** The rate's ID (`shop/taxes/taxes.ts`); none for the standard one. */
  vatRate: { label: "VAT rate", limit: 40, kind: "slug", rule: rules.vatRate, isPrivate: true },
  availabilityStatus: {
    label: "Availability",
    kind: "choice",
    rule: rules.availability,
    initial: "Out of Stock",
    isOnCards: true,
    isOwn: true,
  },
} as const satisfies Record<string, FieldDescription>;

type Fields = typeof productFields;
export type FieldName = keyof Fields;
type NamesWith<Trait> = { [Name in FieldName]: Fields[Name] extends Trait ? Name : never }[FieldName];
type NamedBy<Key extends string> = {
  [Name in FieldName]: Fields[Name] extends Record<Key, infer Other> ? Other : Name;
};
type Columns = NamedBy<"column">;
/** A column that a field has. */
export type FieldColumn = Columns[FieldName];
export type CardColumn = Columns[NamesWith<{ isOnCards: true }>] | "formerCents";
/** A field's name in the form and the log. */
export type ProductField = NamedBy<"inForm">[NamesWith<{ limit: number }>];

/** What a catalog file's record has. */
export type FieldRules = { [Name in FieldName]: Fields[Name]["rule"] };
type ValueOf<Name extends FieldName> = Exclude<v.InferOutput<FieldRules[Name]>, undefined>;
type MayBeAbsent = Exclude<NamesWith<{ rule: { type: "nullish" } }>, NamesWith<{ isAlwaysMeant: true }>>;

/** A product's values by their columns. */
export type ProductValues = {
  [Name in Exclude<FieldName, MayBeAbsent> as Columns[Name]]: ValueOf<Name>;
} & { [Name in Exclude<MayBeAbsent, NamesWith<{ isSale: true }>> as Columns[Name]]?: ValueOf<Name> | undefined };

/** What else is known of a field. */
export type Field<Column extends FieldColumn = FieldColumn> = Omit<FieldDescription, "initial"> &
  Kind<unknown> & { name: FieldName; inForm: string; column: Column; isRequired: boolean };

export const catalogFields = Object.entries<FieldDescription>(productFields).map(([name, field]) => {
  const { type } = field.rule;
  return {
    ...{ name, inForm: name, column: name, ...fieldKinds[field.kind], ...field },
    isRequired: type !== "optional" && type !== "nullish",
    ...(type === "nullish" && { initial: null }),
  } as unknown as Field;
});
export const productFieldList = catalogFields.filter(({ isSale }) => !isSale) as Field<keyof ProductValues>[];
export const saleFieldList = catalogFields.filter(({ isSale }) => isSale) as Field<keyof SaleColumns>[];

/** The fields with decimals, by their names in forms and the activity log. */
export const decimalProductFields = catalogFields
  .filter(({ kind }) => kind === "amount" || kind === "number")
  .map(({ inForm }) => inForm);

/** Fields in the order of their names, and further ones last. */
export function inOrder<Each extends Field>(fields: Each[], names: string[]) {
  const placeOf = ({ name }: Each) => (names.includes(name) ? names.indexOf(name) : names.length);
  return fields.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What is read of a product for its card. */
export const cardColumns: CardColumn[] = [
  ...productFieldList.filter(({ isOnCards }) => isOnCards).map(({ column }) => column as CardColumn),
  "formerCents",
];
