import type { Database } from "#database/connect.ts";
import { noteUse, type Uses } from "../catalog/categories/category-use.ts";
import { catalogFields } from "../catalog/fields/product-fields.ts";
import type { PastColumns, PastProduct } from "../catalog/past-imports/past-product.ts";
import { type KeptValue, planUndo, type UndoEffect, type UndoStep } from "../catalog/undo/plan-undo.ts";
import { fullTitle, readOptions } from "../values/product-options.ts";
import { readProducts, readRest } from "./act-rows.ts";
import { type AddressEntry, planAddresses, readAddressesOf, readLoneAddresses } from "./undo-addresses.ts";
import { planRecords, type RecordStep } from "./undo-records.ts";

const productsPerRead = 500;
const keptShown = 50;
/** How many products are named of which something goes back. */
const productsNamed = 50;

/** Something of which a part was changed since, and stays. */
export interface KeptThing {
  id: string;
  title: string;
  /** Where it is saved. */
  table: RecordStep["table"];
  /** What stays, in words. */
  what: string;
  values: KeptValue[];
}

/** A product with what undoing an act does to it. */
export interface UndoneProduct {
  id: string;
  title: string;
  effect: UndoEffect;
  /** What goes back: the values of now, and those of then. */
  values: KeptValue[];
}

/** What undoing an act would do. */
export interface UndoPreview {
  /** How many products. */
  counts: Record<UndoEffect, number>;
  /** The first of them. */
  products: UndoneProduct[];
  /** How many other things: categories, pages, settings and the like. */
  records: number;
  /** The first of which something was changed since, which stays; and how many more there are. */
  kept: KeptThing[];
  otherKept: number;
  /** The fields of the first things that weren't undone before, whether they go back or stay. */
  left: Pick<KeptThing, "id" | "table" | "values">[];
  /** The products that are archived instead of deleted, and the discount codes that are turned off. */
  archived: Set<string>;
  turnedOff: Set<string>;
}

interface PreviewOptions {
  insists?: boolean | undefined;
  /** How many things are named of which something stays. */
  mostKept?: number;
}

/** Tells what undoing an act would do now, and writes nothing. */
export async function previewUndo(
  db: Database,
  { id, createdAt }: { id: string; createdAt: number },
  { insists = false, mostKept = keptShown }: PreviewOptions = {},
): Promise<UndoPreview> {
  const preview: UndoPreview = {
    counts: { deleted: 0, archived: 0, unarchived: 0, restored: 0, returned: 0, nothing: 0 },
    ...{ products: [], records: 0, kept: [], otherKept: 0, left: [], archived: new Set(), turnedOff: new Set() },
  };
  const uses: Uses = new Map();
  for (let last = ""; ; ) {
    const { ids, products, drafts } = await readProducts(db, id, last, productsPerRead);
    const noted = new Map(await readAddressesOf(db, id, ids));
    const addresses = products.flatMap(({ id, address = noted.get(id) }): AddressEntry[] =>
      address ? [[id, address]] : [],
    );
    const steps = await planUndo(db, products, { since: createdAt, insists });
    noteUses(uses, steps);
    noteProducts(preview, steps, await planAddresses(db, addresses, { insists }), mostKept);
    for (const { id, past } of products) {
      const values = [...valuesIn(past), ...(noted.has(id) ? [addressLeft] : [])];
      noteLeft(preview, { id, table: "products", values }, mostKept);
    }
    const added = new Set(products.flatMap(({ id, past }) => (past.effect === "added" ? [id] : [])));
    for (const { id, effect } of steps) if (effect === "archived" && added.has(id)) preview.archived.add(id);
    noteRecords(preview, await planRecords(db, drafts, { insists }), mostKept);
    const end = ids.at(-1);
    if (end === undefined) break;
    last = end;
  }
  await previewAddresses(db, preview, { id, insists, mostKept });
  const { records } = await readRest(db, id);
  noteRecords(preview, await planRecords(db, records, { insists, uses }), mostKept);
  return preview;
}

/** An address that wasn't undone before. */
const addressLeft: KeptValue = { label: "", column: "address" };

/** Addresses that an import changed, or that an earlier undo left, of products of which nothing else is undone. */
async function previewAddresses(
  db: Database,
  preview: UndoPreview,
  { id, insists, mostKept }: { id: string; insists: boolean; mostKept: number },
) {
  for (let last: string | undefined = ""; last !== undefined; ) {
    const entries: AddressEntry[] = await readLoneAddresses(db, id, last);
    for (const step of await planAddresses(db, entries, { insists })) {
      if (step.effect === "restored") noteAddress(preview, step);
      noteLeft(preview, { id: step.id, table: "products", values: [addressLeft] }, mostKept);
      noteKept(preview, { id: step.id, title: step.title, table: "products", kept: keptAddress(step) }, mostKept);
    }
    last = entries.at(-1)?.[0];
  }
}

/** Categories go after the products that leave them. */
function noteUses(uses: Uses, steps: UndoStep[]) {
  for (const { before, after, effect } of steps) {
    if (before) noteUse(uses, { ...before, isArchived: before.archivedAt !== undefined }, -1);
    if (!after) continue;
    const isArchived = effect === "archived" || (effect !== "unarchived" && before?.archivedAt !== undefined);
    noteUse(uses, { category: after.category, tags: after.tags, isArchived }, 1);
  }
}

type AddressStep = Awaited<ReturnType<typeof planAddresses>>[number];

function noteProducts(preview: UndoPreview, steps: UndoStep[], addresses: AddressStep[], mostKept: number) {
  const addressOf = new Map(addresses.map((step) => [step.id, step]));
  for (const step of steps) {
    const { id, kept } = step;
    const title = titleOf(step);
    const address = addressOf.get(id);
    const isReaddressed = address?.effect === "restored";
    const effect = step.effect === "nothing" && isReaddressed ? "restored" : step.effect;
    preview.counts[effect] += 1;
    const back = [...valuesBack(step), ...(isReaddressed ? [addressValue(address)] : [])];
    noteUndone(preview, { id, title, effect, values: back });
    const values = [...kept, ...(address ? keptAddress(address) : [])];
    noteKept(preview, { id, title, table: "products", kept: values }, mostKept);
  }
}

/** A product's title with its options. */
function titleOf({ title, before, after }: UndoStep) {
  return fullTitle({ title, options: readOptions((before ?? after)?.options ?? null) });
}

/** The fields that go back, with the values of now and of then. */
function valuesBack({ effect, before, after }: UndoStep): KeptValue[] {
  if (effect !== "restored" || !before || !after) return [];
  return catalogFields
    .filter(({ column }) => column !== "address" && before[column] !== after[column])
    .map(({ label, column }) => ({ label, column, now: before[column], former: after[column] }));
}

function noteUndone({ products }: UndoPreview, product: UndoneProduct) {
  if (product.effect !== "nothing" && products.length < productsNamed) products.push(product);
}

function noteAddress(preview: UndoPreview, step: AddressStep) {
  const { id, title } = step;
  preview.counts.restored += 1;
  noteUndone(preview, { id, title, effect: "restored", values: [addressValue(step)] });
}

function valuesIn(past: PastProduct): KeptValue[] {
  const columns = "columns" in past ? (Object.keys(past.columns) as (keyof PastColumns)[]) : [];
  return columns.map((column) => ({ label: "", column }));
}

function noteLeft(preview: UndoPreview, thing: UndoPreview["left"][number], mostKept: number) {
  if (thing.values.length > 0 && preview.left.length < mostKept) preview.left.push(thing);
}

function keptAddress(step: AddressStep): KeptValue[] {
  return step.effect === "kept" ? [addressValue(step)] : [];
}

function addressValue({ now, past }: AddressStep): KeptValue {
  return { label: "Address", column: "address", now, former: past.before };
}

/** How many products undoing would change. */
export function countUndone({ nothing: _, ...effects }: UndoPreview["counts"]) {
  return Object.values(effects).reduce((sum, count) => sum + count, 0);
}

/** Whether undoing would do nothing: all that is left was changed since. */
export function isWithoutEffect({ counts, records }: UndoPreview) {
  return records === 0 && countUndone(counts) === 0;
}

function noteRecords(preview: UndoPreview, steps: RecordStep[], mostKept: number) {
  for (const { table, title, effect, kept, fields = [] } of steps) {
    if (effect !== "nothing") preview.records += 1;
    noteLeft(preview, { id: title, table, values: fields.map((label) => ({ label })) }, mostKept);
    if (effect === "turnedOff") preview.turnedOff.add(title);
    noteKept(preview, { id: title, title, table, kept }, mostKept);
  }
}

function noteKept(
  preview: UndoPreview,
  { kept, ...thing }: Omit<KeptThing, "what" | "values"> & { kept: KeptValue[] },
  mostKept: number,
) {
  if (kept.length === 0) return;
  const what = kept.map(({ label }) => label).join(", ");
  if (preview.kept.length < mostKept) preview.kept.push({ ...thing, what, values: kept });
  else preview.otherKept += 1;
}
