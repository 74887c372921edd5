import { type Database, lockTable } from "#database/connect.ts";
import { inAct } from "../../changes/acts.ts";
import { logChange } from "../../changes/change-log.ts";
import { FormRefusedError, RecordUnknownError } from "../../forms/form-errors.ts";
import { type FieldErrors, safeParse } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import { foldText } from "../../text/fold-text.ts";
import type { Options } from "../../values/product-options.ts";
import { productFields } from "../fields/product-fields.ts";
import type { Product } from "../product.ts";
import { logVariants } from "./log-variants.ts";
import { inOrderOf, type OptionValues, placeDrafts, placeSiblings, valuesByOption } from "./order-siblings.ts";
import { readSiblings, type Sibling } from "./read-group.ts";
import { saveSiblings } from "./save-siblings.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/** What an option and its values are to be called. */
export interface OptionRenames {
  name: string;
  to: string;
  values: { value: string; to: string }[];
}

export interface GroupRenames {
  to: string;
  options: OptionRenames[];
}

/**
 * Renames a group, its options and their values, for all of its products. Two values may become one.
 *
 * @param actor the owner's email
 * @returns the names as they were saved
 * @throws FormRefusedError with errors by field: `group`, `option-0`, `value-0-1`; RecordUnknownError if there is no such group
 */
export async function renameInGroup({ db, now }: Context, group: string, renames: GroupRenames, actor: string) {
  const read = readRenames(renames);
  const { to, options } = read;
  return inAct(db, async (trx) => {
    const siblings = await lockGroup(trx, group);
    if (to !== group && (await readSiblings(trx, to)).length > 0)
      throw new FormRefusedError({ group: "Another group already has this name" });
    const edits = siblings.map((sibling) => ({
      sibling,
      edited: { ...sibling.product, group: to, options: renamed(sibling.product.options, options) } satisfies Product,
    }));
    await logVariants(trx, to, await saveSiblings(trx, edits, { actor, now: now() }), { actor, now: now() });
    return read;
  });
}

/** Takes products out of a group: they stay in the shop, with their options. @returns how many */
export async function takeOutOfGroup({ db, now }: Context, group: string, ids: string[], actor: string) {
  return inAct(db, async (trx) => {
    const siblings = await lockGroup(trx, group);
    const leaving = siblings.filter(({ product: { id } }) => ids.includes(id));
    const edits = leaving.map((sibling) => ({ sibling, edited: { ...sibling.product, group: null } }));
    const changes = await saveSiblings(trx, edits, { actor, now: now() });
    await logVariants(trx, group, changes, { actor, now: now() });
    return changes.length;
  });
}

interface ValueMove {
  name: string;
  value: string;
  direction: "up" | "down";
}

/**
 * Moves one of an option's values up or down, and with it the products that have it: among the places of their group in the catalog, and drafts among
 * those of the group's drafts. See docs/decisions/0227 and docs/decisions/0425.
 */
export async function moveOptionValue({ db, now }: Context, group: string, move: ValueMove, actor: string) {
  const { name, value, direction } = move;
  await inAct(db, async (trx) => {
    const siblings = await lockGroup(trx, group);
    const active = siblings.flatMap(({ row, product: { id, options } }) =>
      row ? [{ id, options, number: row.number, position: row.position }] : [],
    );
    const drafts = siblings.flatMap(({ draftPosition: position, product: { id, options } }) =>
      position === undefined ? [] : [{ id, options, position }],
    );
    const lists = movableValues(siblings);
    const list = lists.find((each) => each.name === name);
    const at = list?.values.indexOf(value) ?? -1;
    const to = direction === "up" ? at - 1 : at + 1;
    if (!list || !canMove(list, at, to)) return;
    const wanted = { name, values: list.values.toSpliced(at, 1).toSpliced(to, 0, value) };
    const ordered = lists.map((each) => (each === list ? wanted : each));
    await placeSiblings(trx, inListedOrder(active, ordered, wanted));
    await placeDrafts(trx, inListedOrder(drafts, ordered, wanted));
    const fields = { [name]: { before: list.values.join(", "), after: wanted.values.join(", ") } };
    const subject = siblings[0]?.product.id ?? group;
    await logChange(trx, { actor, kind: "product", subject, action: "variants reordered", fields }, now());
  });
}

/** An option with its values: first those of active products, then those that only drafts have, then those of archived products alone. */
export interface MovableValues extends OptionValues {
  /** How many values active products have. */
  active: number;
  /** How many values active products or drafts have. */
  offered: number;
}

/** The options of a group with their values, as `moveOptionValue` moves them. */
export function movableValues(siblings: Sibling[]): MovableValues[] {
  const counted = (wanted: Sibling["status"][]) => {
    const lists = valuesByOption(
      siblings.filter(({ status }) => wanted.includes(status)).map(({ product }) => product),
    );
    return new Map(lists.map(({ name, values }) => [name, values.length]));
  };
  const [active, offered] = [counted(["active"]), counted(["active", "draft"])];
  return valuesByOption(siblings.map(({ product }) => product)).map((list) => ({
    ...list,
    active: active.get(list.name) ?? 0,
    offered: offered.get(list.name) ?? 0,
  }));
}

/** Whether a value can take the place of another: drafts stay behind what is sold, and what is archived has no place. */
export function canMove({ active, offered }: MovableValues, at: number, to: number) {
  return Math.min(at, to) >= 0 && Math.max(at, to) < offered && at < active === to < active;
}

/** Products or drafts of a group in the order of some lists. */
function inListedOrder<Each extends { options?: Options | undefined }>(
  some: Each[],
  lists: OptionValues[],
  first: OptionValues,
) {
  const own = valuesByOption(some);
  const known = ({ name, values }: OptionValues) => {
    const there = own.find((list) => list.name === name)?.values ?? [];
    return { name, values: values.filter((value) => there.includes(value)) };
  };
  return inOrderOf(some, lists.map(known), known(first));
}

/** @throws RecordUnknownError if the group has no product */
async function lockGroup(transaction: Database, group: string): Promise<Sibling[]> {
  await lockTable(transaction, "products");
  const siblings = await readSiblings(transaction, group);
  if (siblings.length === 0) throw new RecordUnknownError(`No product is in the group ${group}`);
  return siblings;
}

/** @throws FormRefusedError */
function readRenames({ to, options }: GroupRenames): GroupRenames {
  const errors: FieldErrors = {};
  const group = safeParse(productFields.group.rule, to);
  if (group.issues) errors.group = `${productFields.group.label} ${group.issues[0].message}`;
  else if (!group.output) errors.group = "Enter a name";
  const read = (field: string, text: string) => {
    const { output, error } = readOptionText(text);
    if (error) errors[field] = error;
    return output ?? text;
  };
  const readOptions = options.map(({ name, to, values }, index) => ({
    name,
    to: read(`option-${index}`, to),
    values: values.map(({ value, to }, at) => ({ value, to: read(`value-${index}-${at}`, to) })),
  }));
  for (const [index, { to }] of readOptions.entries()) {
    const isTaken = readOptions.slice(0, index).some((other) => foldText(other.to) === foldText(to));
    if (isTaken) errors[`option-${index}`] ??= "Another option already has this name";
  }
  if (Object.keys(errors).length > 0 || !group.output) throw new FormRefusedError(errors);
  return { to: String(group.output), options: readOptions };
}

/** A typed name or value of an option, cleaned; or what is wrong with it. */
export function readOptionText(
  text: string,
): { output: string; error?: undefined } | { output?: undefined; error: string } {
  const read = safeParse(productFields.options.rule, { [text]: text });
  if (read.issues) return { error: `It ${read.issues[0].message}` };
  const [output] = Object.values(read.output ?? {});
  return output ? { output } : { error: "Enter a name" };
}

function renamed(options: Options | undefined, renames: OptionRenames[]): Options {
  const pairs = Object.entries(options ?? {}).map(([name, value]) => {
    const rename = renames.find((each) => each.name === name);
    return [rename?.to ?? name, rename?.values.find((each) => each.value === value)?.to ?? value];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
}
