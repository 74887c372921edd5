import type { ShopCategory } from "#shop/catalog/categories.ts";
import { productFields } from "#shop/catalog/fields/product-fields.ts";
import { readOptionText } from "#shop/catalog/groups/change-group.ts";
import { type Rounding, roundings } from "#shop/catalog/pricing/rounding.ts";
import { readSaleEnd, readSaleTimes } from "#shop/catalog/pricing/sale-form.ts";
import { type BulkChange, readPriceChange, readTag } from "#shop/catalog/products/bulk-change.ts";
import type { BulkSelection } from "#shop/catalog/products/bulk-products.ts";
import { safeParse } from "#shop/forms/validate.ts";
import { foldText } from "#shop/text/fold-text.ts";
import type { Currency } from "#shop/values/currencies.ts";
import type { Formats } from "#shop/values/locale.ts";
import { centsFromNumber } from "#shop/values/money.ts";
import { centsFromTypedAmount } from "#shop/values/typed-amount.ts";
import { plainNumber, typedAmount, typedNumber } from "#shop/values/typed-numbers.ts";
import { readText } from "../lists/list-query.server.ts";
import { readProductQuery, shownCriteria } from "./product-query.server.ts";

const textLimit = 200;
/** A page of the product list has 50 products; their numbers have up to 9 digits. */
const mostNumbers = 50;

/** What the URL of a bulk change says, as text. */
export type BulkQuery = ReturnType<typeof readBulkQuery>;

/** Parses the URL of a bulk change: the selection, and what to do with it. */
export function readBulkQuery(given: URLSearchParams) {
  const { q, category, show } = readProductQuery(given);
  const text = (name: string) => readText(given, name, textLimit);
  const selection = {
    products: (given.get("products") ?? "").slice(0, mostNumbers * 10),
    q,
    category,
    show: show === "drafts" ? undefined : show,
    sample: given.get("sample") === "on" ? ("on" as const) : undefined,
    groups: given.get("groups") === "all" ? ("all" as const) : undefined,
  };
  const typed = {
    change: text("change"),
    percent: text("percent"),
    rounding: text("rounding"),
    to: text("to"),
    tag: text("tag"),
    group: text("group"),
    option: text("option"),
    value: text("value"),
    newName: text("newName"),
    off: text("off"),
    by: text("by"),
    starts: text("starts"),
    ends: text("ends"),
    others: text("others"),
  };
  return { selection, typed };
}

export function toSelection({ selection: { products, sample, q, category, show, groups } }: BulkQuery): BulkSelection {
  const isArchived = show === "archived";
  return {
    isArchived,
    numbers: products
      ? products
          .split("-")
          .filter((number) => /^\d{1,9}$/.test(number))
          .map(Number)
      : undefined,
    isSample: sample === "on" && !isArchived,
    criteria: { text: q, category, ...shownCriteria(show) },
    withGroups: groups === "all",
  };
}

export type ReadChange =
  | { change: BulkChange; error?: undefined; field?: undefined }
  | { change?: undefined; field: keyof BulkQuery["typed"]; error: string };

/** Validates the change; undefined if none was chosen yet, or one that the selection doesn't have. */
export function toChange(
  { selection, typed }: BulkQuery,
  { categories, timeZone, ...formats }: { categories: ShopCategory[]; timeZone: string } & Formats,
): ReadChange | undefined {
  const kind = typed.change;
  const isArchived = selection.show === "archived";
  if (isArchived) return kind === "unarchive" || kind === "delete" ? { change: { kind } } : undefined;
  switch (kind) {
    case "archive":
    case "endSale":
      return { change: { kind } };
    case "sale":
      return toSale({ ...typed, off: plainNumber(typed.off, formats) }, { timeZone, ...formats });
    case "saleEnd": {
      const read = readSaleEnd(typed.ends, timeZone);
      return read.error === undefined ? { change: { kind, ...read } } : read;
    }
    case "price": {
      const hundredths = readPriceChange(plainNumber(typed.percent, formats));
      if (hundredths === undefined)
        return {
          field: "percent",
          error: `Use a percentage from -99 to 1000, such as 10 or ${typedNumber("-12.5", formats)}`,
        };
      return { change: { kind, hundredths, rounding: readRounding(typed) } };
    }
    case "category": {
      const found = categories.find((each) => each.kind === "category" && each.slug === typed.to);
      return found ? { change: { kind, slug: found.slug } } : { field: "to", error: "Choose a category" };
    }
    case "addTag":
    case "removeTag": {
      const tag = readTag(typed.tag);
      if (tag === undefined) return { field: "tag", error: "Use one tag of at most 100 characters" };
      const known = categories.find(
        (each) => each.kind === "tag" && (each.slug === tag.toLowerCase() || foldText(each.name) === foldText(tag)),
      );
      return { change: { kind, tag: known?.slug ?? tag } };
    }
    case "group":
      return toGroupChange(typed.group);
    case "option":
    case "renameOption":
      return toOptionChange(kind, typed);
    default:
      return undefined;
  }
}

function readRounding({ rounding }: BulkQuery["typed"]): Rounding {
  return Object.hasOwn(roundings, rounding) ? (rounding as Rounding) : "cents";
}

function toSale(typed: BulkQuery["typed"], { timeZone, ...formats }: { timeZone: string } & Formats): ReadChange {
  const { currency } = formats;
  const off = typed.by === "amount" ? readAmountOff(typed.off, currency) : readPercentOff(typed.off);
  const example = typedAmount(centsFromNumber(5, currency) ?? 0, formats);
  if (!off) return { field: "off", error: `Use a percentage from 1 to 99, or an amount such as ${example}` };
  const times = readSaleTimes(typed, timeZone);
  if (times.error !== undefined) return times;
  const replaces = typed.others === "replace";
  return { change: { kind: "sale", off, rounding: readRounding(typed), ...times, replaces } };
}

function readPercentOff(text: string) {
  const hundredths = readPriceChange(text);
  return hundredths !== undefined && hundredths > 0 && hundredths <= 9900 ? { hundredths } : undefined;
}

function readAmountOff(text: string, currency: Currency) {
  const cents = centsFromTypedAmount(text, currency);
  return cents ? { cents } : undefined;
}

function toGroupChange(typed: string): ReadChange {
  const { output, issues } = safeParse(productFields.group.rule, typed);
  if (issues) return { field: "group", error: `The group ${issues[0].message}` };
  return { change: { kind: "group", group: output ? String(output) : null } };
}

function toOptionChange(kind: "option" | "renameOption", { option, value, newName }: BulkQuery["typed"]): ReadChange {
  const name = readOptionText(option);
  if (name.output === undefined) return { field: "option", error: name.error };
  const to = readOptionText(kind === "option" ? value : newName);
  if (kind === "option" && value === "") return { change: { kind, name: name.output, value: null } };
  if (to.output === undefined) return { field: kind === "option" ? "value" : "newName", error: to.error };
  if (kind === "option") return { change: { kind, name: name.output, value: to.output } };
  return { change: { kind, from: name.output, to: to.output } };
}
