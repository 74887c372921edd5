import type { Database } from "#database/connect.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { Currency } from "../../values/currencies.ts";
import { defaultFormats, type Formats } from "../../values/locale.ts";
import { centsFromNumber, decimalAmount, formatPrice } from "../../values/money.ts";
import { optionsText } from "../../values/product-options.ts";
import { formatNumber } from "../../values/written-numbers.ts";
import type { FileValue } from "../fields/field-kinds.ts";
import { catalogFields, type FieldName } from "../fields/product-fields.ts";
import { type CompareOptions, compareImport, type FieldChange, type ImportEffect } from "./compare-import.ts";
import { movesInWords } from "./planning/import-order.ts";
import type { ProductOnSale } from "./planning/sale-effect.ts";
import type { UnusualPrice } from "./planning/unusual-price.ts";
import type { FileNotes } from "./reading/file-notes.ts";

const rowsShown = 200;
const pricesShown = 20;
/** As many characters of a value are shown as tell it from another one. */
const charactersShown = 40;
const charactersBefore = 12;

/** The part of an import's effects that is shown: a row for each new or removed product, and for each changed field. */
export interface ImportPreview {
  rows: Record<"id" | "what" | "before" | "after", string>[];
  /** The titles of the rows' products, by id. */
  titles: [id: string, title: string][];
  counts: Record<ImportEffect["effect"], number>;
  /** How many of the new products are drafts. */
  newDrafts: number;
  /** How many products that would change have no row. */
  others: number;
  /** What becomes of the catalog's order, in words. */
  order?: string | undefined;
  /** Categories that would be created. */
  newCategories: { name: string; inMenu: boolean }[];
  /** Names of categories that would leave the menu. */
  leavingMenu: string[];
  /** The first prices that may be mistakes, and how many more there are. */
  unusualPrices: { prices: UnusualPrice[]; others: number };
  /** The first products in the file that are on sale, and how many more there are. */
  onSale: { products: ProductOnSale[]; others: number };
  /** The columns of a file that only changes products; undefined for other files. */
  onlyColumns?: string[] | undefined;
  /** How many pictures would be fetched into the shop. */
  pictures: number;
  notes: FileNotes;
  /** Of all amounts. */
  currency: Currency;
}

interface PreviewOptions
  extends Omit<
    CompareOptions,
    "onMoves" | "onCategories" | "onPrice" | "onSale" | "onColumns" | "onNotes" | "onPictures"
  > {
  /** How amounts are shown. Without it they are numbers. */
  formats?: Formats;
}

/** What values are put in words with. */
interface Words extends Pick<PreviewOptions, "formats"> {
  /** The shop's. */
  currency: Currency;
  /** The categories' names by their slugs. */
  categories: Map<string, string>;
}

/**
 * Tells what an import would do to the end, of which only what is shown is kept.
 *
 * @throws CatalogFileError when an import would be refused
 */
export async function previewImport(
  db: Database,
  file: string,
  { formats, ...options }: PreviewOptions = {},
): Promise<ImportPreview> {
  const currency = await readCurrency(db);
  const words: Words = { currency, formats, categories: new Map() };
  const run: ImportPreview = {
    rows: [],
    titles: [],
    counts: { new: 0, changed: 0, removed: 0, unchanged: 0 },
    newDrafts: 0,
    others: 0,
    newCategories: [],
    leavingMenu: [],
    unusualPrices: { prices: [], others: 0 },
    notes: { warnings: [], otherWarnings: 0, remarks: [] },
    onSale: { products: [], others: 0 },
    pictures: 0,
    currency,
  };
  const onMoves: CompareOptions["onMoves"] = (moves) => {
    run.order = movesInWords(moves);
  };
  const onCategories: CompareOptions["onCategories"] = ({ created, leaving, names }) => {
    words.categories = names;
    run.newCategories = created.map(({ name, parent, inMenu }) => ({
      name: parent === null ? name : `${names.get(parent)} > ${name}`,
      inMenu,
    }));
    run.leavingMenu = leaving.map(({ name }) => name);
  };
  const onPrice: CompareOptions["onPrice"] = (price) => {
    if (run.unusualPrices.prices.length < pricesShown) run.unusualPrices.prices.push(price);
    else run.unusualPrices.others += 1;
  };
  const onSale: CompareOptions["onSale"] = (product) => {
    if (run.onSale.products.length < pricesShown) run.onSale.products.push(product);
    else run.onSale.others += 1;
  };
  const onColumns: CompareOptions["onColumns"] = (columns) => {
    run.onlyColumns = columns;
  };
  const onPictures: CompareOptions["onPictures"] = (count) => {
    run.pictures = count;
  };
  const onNotes: CompareOptions["onNotes"] = (notes) => {
    run.notes = notes;
  };
  const all = { ...options, onMoves, onCategories, onPrice, onSale, onColumns, onNotes, onPictures };
  for await (const effect of compareImport(db, file, all)) {
    run.counts[effect.effect] += 1;
    if (effect.effect === "new" && effect.isDraft) run.newDrafts += 1;
    if (effect.effect === "unchanged") continue;
    if (run.rows.length < rowsShown) {
      run.rows.push(...rowsOf(effect, words));
      run.titles.push([effect.id, nameInWords(effect)]);
    } else run.others += 1;
  }
  return run;
}

/** Siblings have one title, so their options are shown with it. */
function nameInWords({ title, options, isDraft }: ImportEffect) {
  return [excerpt(title), options && excerpt(optionsText(options)), isDraft && "draft"].filter(Boolean).join(" · ");
}

/** "3 new, 2 of them drafts, 1 changed, 0 removed, 0 unchanged" */
export function countsInWords({ counts, newDrafts }: Pick<ImportPreview, "counts" | "newDrafts">) {
  const drafts = newDrafts === 0 ? "" : `, ${newDrafts} of them ${newDrafts === 1 ? "a draft" : "drafts"}`;
  const told = Object.entries(counts).map(([effect, count]) => `${count} ${effect}${effect === "new" ? drafts : ""}`);
  return told.join(", ");
}

function rowsOf(effect: ImportEffect, words: Words): ImportPreview["rows"] {
  const { id, title } = effect;
  if (effect.effect === "new")
    return [{ id, what: effect.isDraft ? "new draft" : "new", before: "", after: newInWords(effect, words) }];
  if (effect.effect === "changed") return effect.changes.map((change) => ({ id, ...changeInWords(change, words) }));
  return [{ id, what: effect.effect, before: excerpt(title), after: "" }];
}

function newInWords({ price, stock, category }: Extract<ImportEffect, { effect: "new" }>, words: Words) {
  const place = excerpt(inWords("category", category, words));
  return `${inWords("price", price, words)}, ${formatNumber(stock, words.formats ?? defaultFormats)} in stock, ${place}`;
}

function changeInWords({ field, from, to }: FieldChange, words: Words) {
  const [before, after] = [inWords(field, from, words), inWords(field, to, words)];
  const isLong = Math.max(before.length, after.length) > charactersShown;
  const start = isLong ? Math.max(0, partingOf(before, after) - charactersBefore) : 0;
  return { what: field, before: excerpt(before, start), after: excerpt(after, start) };
}

const amounts = catalogFields.filter(({ kind }) => kind === "amount").map(({ name }) => name);

function inWords(field: FieldName, value: FileValue, { currency, formats, categories }: Words) {
  if (value !== null && amounts.includes(field)) {
    const cents = centsFromNumber(Number(value), currency) ?? 0;
    return formats ? formatPrice(cents, formats) : decimalAmount(cents, currency);
  }
  if (field === "category") return categories.get(String(value)) ?? String(value);
  if (Array.isArray(value)) return value.join(", ") || "none";
  return String(value ?? "none");
}

/** Where two texts begin to differ. */
function partingOf(one: string, other: string) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function excerpt(text: string, start = 0) {
  const end = start + charactersShown;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${text.length > end ? "…" : ""}`;
}
