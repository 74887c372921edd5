import { type FieldErrors, safeParse } from "../../forms/validate.ts";
import { cutText } from "../../text/cut-text.ts";
import type { Options } from "../../values/product-options.ts";
import { mostOptions } from "../fields/field-rules.ts";
import { productFields } from "../fields/product-fields.ts";
import { valuesByOption } from "./order-siblings.ts";
import type { Sibling } from "./read-group.ts";
import type { EditedSibling } from "./save-siblings.ts";
import {
  type Combination,
  combinationsOf,
  type OptionList,
  readOptionLists,
  type TypedOption,
} from "./variant-lists.ts";

/** What a product gets variants from: its group, or the product alone. */
export interface VariantBase {
  group: string | undefined;
  /** The first of the group, of which new variants are copies. */
  first: Sibling;
  /** All of the group, archived ones too. */
  siblings: Sibling[];
}

/** An owner's lists of options. */
export interface VariantsForm {
  /** The name of a new group; if empty, it is made from the product's ID. */
  group: string;
  options: TypedOption[];
  /** By the row of an option that is new to the group: what the variants that are there have of it; the first of its values if empty. */
  own: string[];
}

/** What a form's lists make of a group. */
export interface GroupPlan {
  group: string;
  lists: OptionList[];
  /** The products that are there, with their group and what they have of new options. */
  edits: EditedSibling[];
  combinations: Combination[];
  errors?: undefined;
}

/** Plans the options that a group is to have, and all combinations of their values. @returns the errors by field: `group`, `name1`, `values1` and so on */
export function planGroup(base: VariantBase, form: VariantsForm): GroupPlan | { errors: FieldErrors } {
  const offered = base.siblings.filter(({ status }) => status !== "archived");
  const { lists, errors } = readOptionLists(form.options, valuesByOption(offered.map(({ product }) => product)));
  if (errors) return { errors };
  const known = Object.keys(base.first.product.options ?? {});
  const missing = known.filter((name) => !lists.some((list) => list.name === name));
  if (missing.length > 0) return { errors: { name1: `List the values of ${missing.join(", ")}, too` } };
  const group = groupOf(base, form.group);
  if (group === undefined) return { errors: { group: "Use a name of at most 100 characters" } };
  const own = ownValues(lists, known, form.own);
  const edits = offered.map((sibling) => {
    const { product } = sibling;
    return { sibling, edited: { ...product, group, options: inOrder(lists, { ...own, ...product.options }) } };
  });
  if (edits.some(({ edited }) => Object.keys(edited.options).length > mostOptions))
    return { errors: { name1: `A variant can have at most ${mostOptions} options` } };
  const archived = base.siblings.filter(({ status }) => status === "archived").map(({ product }) => product);
  const members = [...edits.map(({ edited }) => edited), ...archived];
  return { group, lists, edits, combinations: combinationsOf(lists, members) };
}

function groupOf({ group, first }: VariantBase, typed: string) {
  if (group !== undefined) return group;
  const { output } = safeParse(productFields.group.rule, typed.trim() || cutText(first.product.id, 100));
  return typeof output === "string" ? output : undefined;
}

/** What the products that are there have of options that are new to them. */
function ownValues(lists: OptionList[], known: string[], typed: string[]) {
  const added = lists.filter(({ name }) => !known.includes(name));
  return Object.fromEntries(
    added.map(({ row, name, values }) => [name, values.find((value) => value === typed[row]) ?? (values[0] as string)]),
  );
}

/** Options in the order of some lists, others last. */
function inOrder(lists: OptionList[], options: NonNullable<Options>): NonNullable<Options> {
  const listed = lists.flatMap(({ name }) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  return { ...Object.fromEntries(listed), ...options };
}
