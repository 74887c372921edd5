import { listOfText } from "../../files/list-text.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import { cutText } from "../../text/cut-text.ts";
import { foldText } from "../../text/fold-text.ts";
import type { Options } from "../../values/product-options.ts";
import { addressSlug } from "../fields/address-slug.ts";
import { mostOptions } from "../fields/field-rules.ts";
import { productFields } from "../fields/product-fields.ts";
import type { Product } from "../product.ts";
import { readOptionText } from "./change-group.ts";
import { optionsKey } from "./group-doubts.ts";
import type { OptionValues } from "./order-siblings.ts";

/** Combinations that are made at once, at most. */
export const mostVariants = 100;
/** Characters of a typed list of values. */
export const valuesLimit = 2000;
/** Characters of an ID that is made of another one. */
const idLimit = 200;

/** An option as its form has it: the values with commas between them. */
export interface TypedOption {
  name: string;
  values: string;
}

/** A combination of options, and the product that already has it. */
export interface Combination {
  options: NonNullable<Options>;
  made?: Product | undefined;
}

/** An option with its values, and the row of the form that has it, from 0. */
export interface OptionList extends OptionValues {
  row: number;
}

/**
 * Reads an owner's lists of values. Rows without name and values are left out.
 *
 * @param known the group's options, whose spelling counts
 * @returns the options in their order, or the errors by field: `name1`, `values1` and so on
 */
export function readOptionLists(
  typed: TypedOption[],
  known: OptionValues[],
): { lists: OptionList[]; errors?: undefined } | { lists?: undefined; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const lists: OptionList[] = [];
  for (const [row, option] of typed.slice(0, mostOptions).entries()) {
    if (!option.name.trim() && !option.values.trim()) continue;
    const { output: name, error } = readOptionText(option.name.trim());
    const isTaken = name !== undefined && lists.some((list) => isSame(list.name, name));
    if (error || isTaken) errors[`name${row + 1}`] = error ?? "Another option already has this name";
    const same = known.find((other) => name !== undefined && isSame(other.name, name));
    const read = readValues(option.values, same?.values ?? []);
    if (read.error !== undefined) errors[`values${row + 1}`] = read.error;
    else if (name !== undefined) lists.push({ row, name: same?.name ?? name, values: read.values });
  }
  const count = lists.reduce((product, { values }) => product * values.length, 1);
  if (count > mostVariants)
    errors.values1 ??= `These are ${count} combinations, and at most ${mostVariants} can be added at once. List fewer values`;
  if (lists.length === 0 && Object.keys(errors).length === 0) errors.name1 = "Enter an option, such as Size";
  return Object.keys(errors).length > 0 ? { errors } : { lists };
}

type ReadValues = { values: string[]; error?: undefined } | { values?: undefined; error: string };

function readValues(text: string, known: string[]): ReadValues {
  if (text.length > valuesLimit)
    return { error: `It must be at most ${valuesLimit.toLocaleString("en")} characters long` };
  const values: string[] = [];
  for (const item of listOfText(text, ",")) {
    const { output, error } = readOptionText(item);
    if (error !== undefined) return { error: `${cutText(item, 40)}: ${error}` };
    const value = known.find((other) => isSame(other, output)) ?? output;
    if (!values.some((other) => isSame(other, value))) values.push(value);
    if (values.length > mostVariants) return { error: `List at most ${mostVariants} values` };
  }
  return values.length > 0 ? { values } : { error: "List at least one value" };
}

function isSame(one: string, other: string) {
  return foldText(one) === foldText(other);
}

/** All combinations of some lists' values, the first option changing slowest. @param members the products that are there */
export function combinationsOf(lists: OptionValues[], members: Product[]): Combination[] {
  const madeByKey = new Map(members.map((product) => [optionsKey(product.options), product]));
  const pairs = lists.reduce<[string, string][][]>(
    (rows, { name, values }) =>
      rows.flatMap((row) => values.map((value): [string, string][] => [...row, [name, value]])),
    [[]],
  );
  return pairs.map((row) => {
    const options = Object.fromEntries(row);
    return { options, made: madeByKey.get(optionsKey(options)) };
  });
}

/** The ID of a variant: "tee" → "tee-m-blue". A first product that is named so itself gives its ID without its own values. */
export function variantId(first: { id: string; options?: Options | undefined }, options: Options) {
  return cutText(`${withoutValues(first.id, first.options)}-${slugOfValues(options)}`, idLimit).replace(/-+$/, "");
}

/** A suggestion for a variant's SKU: "TEE" → "TEE-M-BLUE"; "" if the first product has none. */
export function variantSku(
  first: { sku?: string | null | undefined; options?: Options | undefined },
  options: Options,
) {
  if (!first.sku) return "";
  const { limit } = productFields.sku;
  return cutText(`${withoutValues(first.sku, first.options)}-${slugOfValues(options).toUpperCase()}`, limit);
}

function slugOfValues(options: Options | undefined) {
  return Object.values(options ?? {})
    .map(addressSlug)
    .join("-");
}

/** A code without a product's own values at its end, as slugs or as they are. */
function withoutValues(code: string, options: Options | undefined) {
  const ends = [slugOfValues(options), Object.values(options ?? {}).join("-")].map((end) => `-${end.toLowerCase()}`);
  const end = ends.find((each) => each.length > 1 && code.toLowerCase().endsWith(each));
  return end ? code.slice(0, -end.length) : code;
}
