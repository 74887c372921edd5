import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { decimalProductFields } from "#shop/catalog/fields/product-fields.ts";
import { moveOptionValue, renameInGroup, takeOutOfGroup } from "#shop/catalog/groups/change-group.ts";
import { editSiblings, type RefusedSibling } from "#shop/catalog/groups/edit-siblings.ts";
import type { OptionValues } from "#shop/catalog/groups/order-siblings.ts";
import { pictureVariants, type VariantChoice } from "#shop/catalog/groups/picture-variants.ts";
import { type SiblingField, type SiblingValues, siblingFields } from "#shop/catalog/groups/sibling-values.ts";
import { readDrafts } from "#shop/catalog/products/draft-products.ts";
import { jsonList } from "#shop/files/list-text.ts";
import { FormRefusedError } from "#shop/forms/form-errors.ts";
import { type FieldErrors, safeParse, textFields } from "#shop/forms/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { plainDecimals } from "../forms/decimal-fields.ts";
import { readOriginal } from "../forms/original-values.tsx";
import { chosenFiles, startTakeTimeout, takePicture } from "../forms/take-pictures.server.ts";
import { publishNamed } from "./draft-actions.server.ts";
import { fromTable, inTable, readRow, variantsPerPage } from "./group-table.ts";
import { variantCount } from "./variant-count.ts";

type Context = Readonly<RouterContextProvider>;

/** A row of a table that wasn't saved. */
export interface TableRow {
  /** What is compared when it is saved again. */
  original: SiblingValues;
  submitted: SiblingValues;
  refused?: RefusedSibling | undefined;
}

/** The answer to one of a group's forms, unless all went well. */
export type GroupAnswer =
  | { form: "table"; message: string; rows: Record<string, TableRow>; pictures: string[]; selected: string[] }
  | { form: "names"; typed: Record<string, string>; errors: FieldErrors }
  | { form: "picture"; error: string };

/** @property group what the group is called then */
export type GroupOutcome = { done: string; group: string } | { answer: GroupAnswer; status: number };

const tableSchema = v.object({
  rows: v.pipe(
    v.array(v.object({ id: v.string(), price: v.string(), stock: v.string(), sku: v.string(), thumbnail: v.string() })),
    v.maxLength(variantsPerPage),
  ),
  pictures: v.array(v.string()),
});

const namesSchema = v.array(v.object({ name: v.string(), values: v.array(v.string()) }));

/** Runs one of a group's forms. @throws 400 for a form that isn't one of them, 404 if the group is gone */
export async function runGroupStep(
  context: Context,
  group: string,
  posted: FormData,
  signal: AbortSignal,
): Promise<GroupOutcome> {
  const form = textFields(posted);
  const step = form.step ?? "";
  if (step === "") {
    const { settings } = context.get(shopContext);
    return saveTable(context, group, plainDecimals(form, decimalProductFields, settings), posted);
  }
  if (step === "takeOut" || step === "publish") return changeSelected(context, group, form, posted);
  if (step === "picture") return givePicture(context, group, posted, signal);
  const [, move, option, value] = /^(rename|up|down)(?: (\d{1,2}) (\d{1,4}))?$/.exec(step) ?? [];
  if (!move) throw data(null, 400);
  return changeNames(context, group, form, move === "rename" ? undefined : { move, option, value });
}

async function saveTable(
  context: Context,
  group: string,
  form: Record<string, string>,
  posted: FormData,
): Promise<GroupOutcome> {
  const { pictures, rows } = readTable(form);
  const edits = rows.map(({ id, original, submitted }) => ({
    id,
    original: fromTable(original, pictures),
    submitted: fromTable(submitted, pictures),
  }));
  const by = { actor: context.get(ownerContext).email, isFree: form.isFree === "on" };
  const saved = await editSiblings(context.get(shopContext), group, edits, by);
  if (saved.outcome === "saved") {
    const { length } = saved.changed;
    return { done: length === 0 ? "No changes to save" : `Saved: ${variantCount(length)}`, group };
  }
  const refusedById = new Map(saved.rows.map((row) => [row.id, row]));
  const isConflict = saved.rows.some(({ conflicts, now }) => conflicts.length > 0 || !now);
  const message = isConflict
    ? "Not saved. Someone else changed some variants while you were editing. Review the marked rows, then save again."
    : "Not saved. Please correct the marked fields.";
  const again = rows.map((row): [string, TableRow] => [row.id, showAgain(row, refusedById.get(row.id), pictures)]);
  return {
    answer: { form: "table", message, rows: Object.fromEntries(again), pictures, selected: selectedIn(posted) },
    status: isConflict ? 409 : 422,
  };
}

/** A row with what was typed in it, which the next save compares with the values of now. */
function showAgain(
  { original, submitted }: TableRow,
  refused: RefusedSibling | undefined,
  pictures: string[],
): TableRow {
  if (!refused?.now) return { original, submitted, refused };
  const now = inTable(refused.now, pictures);
  const typed = siblingFields.filter((field) => submitted[field] !== original[field]);
  return { original: now, submitted: { ...now, ...pick(submitted, typed) }, refused };
}

function pick(values: SiblingValues, fields: SiblingField[]): Partial<SiblingValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** What the table's buttons do with the selected variants, once what was typed is saved. */
async function changeSelected(
  context: Context,
  group: string,
  form: Record<string, string>,
  posted: FormData,
): Promise<GroupOutcome> {
  const { pictures, rows } = readTable(form);
  const selected = selectedIn(posted);
  const refuse = (message: string): GroupOutcome => {
    const again = rows.map(({ id, ...row }) => [id, row]);
    return { answer: { form: "table", message, rows: Object.fromEntries(again), pictures, selected }, status: 409 };
  };
  const isTyped = rows.some(({ original, submitted }) =>
    siblingFields.some((field) => original[field] !== submitted[field]),
  );
  if (isTyped) return refuse("Save your changes first, or undo them.");
  if (selected.length === 0) return refuse("Select at least one variant.");
  const shop = context.get(shopContext);
  if (form.step === "publish") {
    const drafts = await readDrafts(shop.db, selected);
    if (drafts.length === 0) return refuse("The selected variants are no drafts.");
    const outcome = await publishNamed(context, drafts);
    return "done" in outcome ? { ...outcome, group } : refuse([outcome.message, ...outcome.problems].join(" "));
  }
  const taken = await takeOutOfGroup(shop, group, selected, context.get(ownerContext).email);
  return { done: `${variantCount(taken)} taken out of the group`, group };
}

async function givePicture(
  context: Context,
  group: string,
  posted: FormData,
  signal: AbortSignal,
): Promise<GroupOutcome> {
  const [file] = chosenFiles(posted, "picture");
  const refuse = (error: string): GroupOutcome => ({ answer: { form: "picture", error }, status: 422 });
  if (!file) return refuse("Choose a file.");
  const taken = await takePicture(context, file, "square", signal, startTakeTimeout());
  if ("error" in taken) return refuse(taken.error);
  const { address } = taken;
  const choice = readChoice(String(posted.get("for") ?? ""));
  const actor = context.get(ownerContext).email;
  const given = await pictureVariants(context.get(shopContext), group, { address, choice }, actor);
  return { done: given === 0 ? "They already have this picture" : `Picture added to ${variantCount(given)}`, group };
}

/** Parses the variants of a new picture: a list of nothing, of an ID, or of an option's name and value. */
function readChoice(text: string): VariantChoice {
  const [first, value] = jsonList(text) ?? [];
  if (first === undefined) return "all";
  return value === undefined ? { id: first } : { name: first, value };
}

interface ValueStep {
  move: string;
  option: string | undefined;
  value: string | undefined;
}

/** Saves the names of the group and its options, and moves one of their values. */
async function changeNames(
  context: Context,
  group: string,
  form: Record<string, string>,
  step: ValueStep | undefined,
): Promise<GroupOutcome> {
  const shop = context.get(shopContext);
  const { email } = context.get(ownerContext);
  const names = readNames(form);
  const options = names.map(({ name, values }, index) => ({
    name,
    to: form[`option-${index}`] ?? name,
    values: values.map((value, at) => ({ value, to: form[`value-${index}-${at}`] ?? value })),
  }));
  try {
    const renamed = await renameInGroup(shop, group, { to: form.group ?? group, options }, email);
    const option = step && renamed.options[Number(step.option)];
    const value = option?.values[Number(step?.value)];
    if (!option || !value) return { done: "Names saved", group: renamed.to };
    const direction = step?.move === "up" ? "up" : "down";
    await moveOptionValue(shop, renamed.to, { name: option.to, value: value.to, direction }, email);
    return { done: `${value.to} moved ${direction}`, group: renamed.to };
  } catch (error) {
    if (!(error instanceof FormRefusedError)) throw error;
    return { answer: { form: "names", typed: form, errors: error.errors }, status: 422 };
  }
}

/** @throws 400 */
function readTable(form: Record<string, string>) {
  const { output, issues } = safeParse(tableSchema, readOriginal(form));
  if (issues) throw data(null, 400);
  const { rows, pictures } = output;
  return {
    pictures,
    rows: rows.map(({ id, ...original }, index) => ({ id, original, submitted: readRow(form, original, index) })),
  };
}

/** @throws 400 */
function readNames(form: Record<string, string>): OptionValues[] {
  const { output, issues } = safeParse(namesSchema, Object.values(readOriginal(form)));
  if (issues) throw data(null, 400);
  return output;
}

function selectedIn(posted: FormData) {
  return posted.getAll("variant").map(String);
}
