import type { TypedVariant } from "#shop/catalog/groups/add-variants.ts";
import type { OptionValues } from "#shop/catalog/groups/order-siblings.ts";
import type { VariantsForm } from "#shop/catalog/groups/plan-group.ts";
import {
  type Combination,
  combinationsOf,
  mostVariants,
  type OptionList,
  readOptionLists,
  type TypedOption,
  variantSku,
} from "#shop/catalog/groups/variant-lists.ts";
import type { Product } from "#shop/catalog/product.ts";
import { foldText } from "#shop/text/fold-text.ts";
import { optionsText } from "#shop/values/product-options.ts";
import { optionNumbers, variantFields } from "./variant-fields.ts";

/** A checkbox and three fields for each combination. */
export const combinationFields = 4 * mostVariants;

/** A form's lists, and what new variants have unless their row says otherwise. */
export interface TypedLists extends VariantsForm {
  price: string;
  stock: string;
  sku: string;
}

/** A combination that could be made. */
export interface CombinationRow extends TypedVariant {
  /** Its number among all combinations, from 0. */
  number: number;
  options: string;
  isChosen: boolean;
}

/** A form remembers in fields of this prefix what its combinations were shown for. */
const shownPrefix = "shown-";

/** @param prefix of the fields' names */
export function readLists(form: Record<string, string>, prefix = ""): TypedLists {
  const text = (name: string) => form[prefix + name] ?? "";
  return {
    ...{ group: text("group"), price: text("price"), stock: text("stock"), sku: text("sku") },
    options: optionNumbers.map((number) => ({ name: text(`name${number}`), values: text(`values${number}`) })),
    own: optionNumbers.map((number) => text(`own${number}`)),
  };
}

/** Lists that are still being typed: a row that isn't finished makes nothing yet. */
export function withoutUnfinished(typed: TypedLists): TypedLists {
  const isFinished = ({ name, values }: TypedOption) => name.trim() !== "" && values.trim() !== "";
  return { ...typed, options: typed.options.map((row) => (isFinished(row) ? row : { name: "", values: "" })) };
}

/** The hidden fields that remember what combinations are shown for. */
export function shownFields({ options, own, price, stock, sku }: TypedLists): Record<string, string> {
  const ofRows = optionNumbers.flatMap((number, row) => [
    [`name${number}`, options[row]?.name],
    [`values${number}`, options[row]?.values],
    [`own${number}`, own[row]],
  ]);
  const all = [...ofRows, ["price", price], ["stock", stock], ["sku", sku]];
  return Object.fromEntries(all.map(([name, text = ""]) => [`${shownPrefix}${name}`, text]));
}

/** Whether the form showed combinations of its lists. */
export function hasShownLists(form: Record<string, string>, typed: TypedLists) {
  const shown = readLists(form, shownPrefix);
  const keyOf = ({ options, own }: TypedLists) => JSON.stringify([options, own]);
  return form[`${shownPrefix}name1`] !== undefined && keyOf(shown) === keyOf(typed);
}

/** Whether what each has is what it was when the combinations were shown. */
export function hasShownEach(form: Record<string, string>, typed: TypedLists) {
  const shown = readLists(form, shownPrefix);
  return shown.price === typed.price && shown.stock === typed.stock;
}

interface RowsOf {
  typed: TypedLists;
  lists: OptionList[];
  /** The options that the group has already. */
  known: OptionValues[];
  /** The product that has the variants. */
  product: Pick<Product, "sku" | "options">;
}

/** The rows of combinations: with what was typed for them, also if the lists have changed since, and else with what each has. */
export function combinationRows(form: Record<string, string>, of: RowsOf): CombinationRow[] {
  const { typed, lists, product } = of;
  const before = readShownRows(form, of);
  return combinationsOf(lists, []).map(({ options }, number) => {
    const key = keyOf(lists, options);
    const same = before.find((row) => row.key.length === key.length && isPart(row.key, key));
    const alike = same ?? before.find((row) => isPart(row.key, key) || isPart(key, row.key));
    const each = { price: typed.price, stock: typed.stock, sku: variantSku({ ...product, sku: typed.sku }, options) };
    const { sku = each.sku } = same?.edited ?? {};
    return { number, options: optionsText(options), isChosen: alike?.isChosen ?? true, ...each, ...alike?.edited, sku };
  });
}

/** The chosen ones by their numbers. */
export function chosenVariants(rows: CombinationRow[]) {
  const chosen = rows.filter(({ isChosen }) => isChosen);
  return new Map(
    chosen.map(({ number, price, stock, sku }): [number, TypedVariant] => [number, { price, stock, sku }]),
  );
}

/** What was typed in the rows that the form showed, where it isn't what each had. */
function readShownRows(form: Record<string, string>, { known, product }: RowsOf) {
  const shown = readLists(form, shownPrefix);
  const { lists = [] } = readOptionLists(shown.options, known);
  const combinations: Combination[] = lists.length > 0 ? combinationsOf(lists, []) : [];
  return combinations.flatMap(({ options }, number) => {
    if (form[`price-${number}`] === undefined) return [];
    const each = { price: shown.price, stock: shown.stock, sku: variantSku({ ...product, sku: shown.sku }, options) };
    const typed = variantFields.map((field) => [field, form[`${field}-${number}`]?.trim() ?? ""] as const);
    const edited: Partial<TypedVariant> = Object.fromEntries(typed.filter(([field, text]) => text !== each[field]));
    return [{ key: keyOf(lists, options), isChosen: form[`make-${number}`] !== undefined, edited }];
  });
}

/** What tells a combination from others, whatever its options are called. */
function keyOf(lists: OptionList[], options: Record<string, string>) {
  return lists.map(({ row, name }) => `${row} ${foldText(options[name] ?? "")}`);
}

function isPart(part: string[], whole: string[]) {
  return part.every((value) => whole.includes(value));
}
