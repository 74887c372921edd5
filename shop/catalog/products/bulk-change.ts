import type { ProductsTable } from "#database/schema.ts";
import { listOfText, textOfList } from "../../files/list-text.ts";
import { foldText } from "../../text/fold-text.ts";
import type { Currency } from "../../values/currencies.ts";
import { decimalAmount, mostPriceCents } from "../../values/money.ts";
import { type Options, readOptions } from "../../values/product-options.ts";
import { readPercent } from "../../values/read-number.ts";
import { fieldKinds } from "../fields/field-kinds.ts";
import { mostOptions } from "../fields/field-rules.ts";
import { productFields } from "../fields/product-fields.ts";
import { type Rounding, rounded } from "../pricing/rounding.ts";
import { shopRow, usualRow } from "../pricing/usual-price.ts";
import { type BulkSale, planEndOfSale, planSale, planSaleEnd } from "./bulk-sale.ts";
import { orderedLately } from "./delete-archived.ts";
import type { PlannedChange } from "./planned-change.ts";

/** What owners can do to many products at once. */
export type BulkChange =
  /** In hundredths of a percent: -1250 is 12.5 % less. */
  | { kind: "price"; hundredths: number; rounding: Rounding }
  | { kind: "category"; slug: string }
  | { kind: "addTag" | "removeTag"; tag: string }
  /** Null takes products out of their groups. */
  | { kind: "group"; group: string | null }
  /** Null removes the option. */
  | { kind: "option"; name: string; value: string | null }
  | { kind: "renameOption"; from: string; to: string }
  | BulkSale
  /** When sales end, in milliseconds since 1970 (UTC); null for until the owner ends them. */
  | { kind: "saleEnd"; endsAt: number | null }
  | { kind: "endSale" }
  | { kind: "archive" | "unarchive" | "delete" };

interface PlanContext {
  /** Milliseconds since 1970 (UTC). */
  time: number;
  currency: Currency;
  /** The IDs of those that were ordered too lately to be deleted. */
  orderedLately: ReadonlySet<string>;
}

/** Plans a change of one product; undefined if it would change nothing. */
export function planBulkChange(
  product: ProductsTable,
  change: BulkChange,
  { time, currency, ...context }: PlanContext,
): PlannedChange | undefined {
  switch (change.kind) {
    case "sale":
      return planSale(product, change, { time, currency });
    case "saleEnd":
      return planSaleEnd(product, change.endsAt, { time, currency });
    case "endSale":
      return planEndOfSale(product, currency);
    case "price":
      return planPrice(product, change, { time, currency });
    case "category":
      if (product.category === change.slug) return undefined;
      return {
        fields: { category: { before: product.category, after: change.slug } },
        columns: { category: change.slug },
        warnings: [],
      };
    case "addTag":
    case "removeTag":
      return planTags(product, change);
    case "group":
      if (product.group === change.group) return undefined;
      return {
        fields: { group: { before: product.group, after: change.group } },
        columns: { group: change.group },
        warnings: [],
      };
    case "option":
    case "renameOption":
      return planOptions(product, change);
    case "delete":
      if (context.orderedLately.has(product.id)) return { skipped: orderedLately };
      return {
        fields: { status: { before: "Archived", after: "Deleted" } },
        columns: {},
        warnings: ["Deleting can't be undone"],
      };
    default: {
      const [before, after] = change.kind === "archive" ? ["Active", "Archived"] : ["Archived", "Active"];
      return { fields: { status: { before, after } }, columns: {}, warnings: [] };
    }
  }
}

function planPrice(
  product: ProductsTable,
  { hundredths, rounding }: Extract<BulkChange, { kind: "price" }>,
  { time, currency }: { time: number; currency: Currency },
): PlannedChange | undefined {
  const usual = usualRow(product);
  const { priceCents: before } = usual;
  const after = rounded((before * (10_000 + hundredths)) / 10_000, { rounding, currency });
  if (after > mostPriceCents) return { skipped: "The price would be too large." };
  if (after === before) return undefined;
  const columns = shopRow({ ...usual, priceCents: after });
  return {
    fields: { price: { before: decimalAmount(before, currency), after: decimalAmount(after, currency) } },
    columns,
    warnings: priceWarnings(usual, after),
    pays: [{ changedAt: time, priceCents: columns.priceCents, compareAtCents: columns.compareAtCents }],
  };
}

/** @param usual the product with its usual prices */
function priceWarnings(usual: ProductsTable, after: number) {
  const { priceCents, compareAtCents } = usual;
  const warnings: string[] = [];
  if (after === 0) warnings.push("The price becomes 0");
  else if (Math.abs(after - priceCents) * 2 > priceCents) warnings.push("The price changes by more than 50%");
  warnings.push(...saleWarnings(usual, after));
  if (compareAtCents === null) return warnings;
  return [
    ...warnings,
    compareAtCents > after
      ? "The compare-at price stays"
      : "The price is no longer below the compare-at price, so no former price is shown",
  ];
}

function saleWarnings({ saleCents, saleStartsAt }: ProductsTable, after: number) {
  if (saleCents === null) return [];
  const isLower = saleCents < after;
  if (saleStartsAt !== null) return isLower ? [] : ["The scheduled sale won't start: its price isn't lower"];
  return [
    isLower
      ? "On sale: the usual price changes, and the sale price stays until the sale ends"
      : "On sale: the sale price isn't lower than the new usual price, which customers pay",
  ];
}

function planTags({ tags }: ProductsTable, { kind, tag }: { kind: "addTag" | "removeTag"; tag: string }) {
  const words: string[] = JSON.parse(tags);
  const others = words.filter((word) => word.toLowerCase() !== tag.toLowerCase());
  const hasTag = others.length < words.length;
  if (hasTag === (kind === "addTag")) return undefined;
  const changed = kind === "addTag" ? [...words, tag] : others;
  const [before, after] = [textOfList(words, ","), textOfList(changed, ",")];
  const { limit } = productFields.tags;
  if (after.length > limit) return { skipped: `Its tags would be longer than ${limit} characters.` };
  return { fields: { tags: { before, after } }, columns: { tags: JSON.stringify(changed) }, warnings: [] };
}

function planOptions({ options }: ProductsTable, change: OptionChange): PlannedChange | undefined {
  const before = readOptions(options) ?? {};
  const after = changedOptions(before, change);
  if (typeof after === "string") return { skipped: after };
  const { toForm } = fieldKinds.options;
  const fields = { options: { before: toForm(before), after: toForm(after) } };
  if (fields.options.before === fields.options.after) return undefined;
  const column = Object.keys(after).length > 0 ? JSON.stringify(after) : null;
  return { fields, columns: { options: column }, warnings: [] };
}

type OptionChange = Extract<BulkChange, { kind: "option" | "renameOption" }>;

/** @returns the options after a change, or why they can't be changed so */
function changedOptions(before: NonNullable<Options>, change: OptionChange): NonNullable<Options> | string {
  const keyOf = (name: string) => Object.keys(before).find((each) => foldText(each) === foldText(name));
  if (change.kind === "renameOption") {
    const from = keyOf(change.from);
    if (from === undefined) return before;
    const taken = keyOf(change.to);
    if (taken !== undefined && taken !== from) return `It already has the option ${taken}.`;
    return Object.fromEntries(Object.entries(before).map(([name, value]) => [name === from ? change.to : name, value]));
  }
  const { value } = change;
  const name = keyOf(change.name) ?? change.name;
  if (value === null) return Object.fromEntries(Object.entries(before).filter(([each]) => each !== name));
  const after = { ...before, [name]: value };
  return Object.keys(after).length > mostOptions ? `It would have more than ${mostOptions} options.` : after;
}

const lowestPercent = -99;
const highestPercent = 1000;

/** Parses a typed percentage ("10", "-12.5", "+7,25 %") into hundredths of a percent; undefined unless it is one from -99 to 1000, and not 0. */
export function readPriceChange(text: string) {
  const hundredths = readPercent(text);
  if (!hundredths || hundredths < lowestPercent * 100 || hundredths > highestPercent * 100) return undefined;
  return hundredths;
}

const tagLimit = 100;

/** Parses one typed tag; undefined for none, several, or a long one. */
export function readTag(text: string) {
  if (text.length > tagLimit) return undefined;
  const [tag, ...others] = listOfText(text, ",");
  return others.length > 0 ? undefined : tag;
}
