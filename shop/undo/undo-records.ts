import { type RawBuilder, sql } from "kysely";
import { type FollowedTableName, followedTables } from "#database/act-triggers.ts";
import type { Database } from "#database/connect.ts";
import type { KeptValue } from "../catalog/undo/plan-undo.ts";
import { markUsed } from "../pictures/uploaded-pictures.ts";
import { restoreRedirects } from "../redirects/redirects.ts";
import { productAddress } from "../values/product-address.ts";
import { withFetchedPictures } from "./fetched-in-drafts.ts";
import type { ChangedRow, Value, Values } from "./fold-rows.ts";
import { isSame, keyColumns, pick } from "./fold-rows.ts";
import { checkRecords } from "./record-checks.ts";
import { collapse, collapseAlone, emptyForm, expand, isForm } from "./record-fields.ts";
import { type ComingUses, whyKept } from "./record-uses.ts";
import { isUndoableSetting } from "./undoable-settings.ts";

/** What undoing an act does to a record: a category, a page, a draft, a form of which a shop has one. */
export interface RecordStep {
  table: FollowedTableName;
  /** Its name, for the owner. */
  title: string;
  effect: "deleted" | "turnedOff" | "restored" | "returned" | "nothing";
  /** What was changed since and stays. */
  kept: KeptValue[];
  /** Its row; undefined if it isn't there. */
  current: Values | undefined;
  /** What is written. */
  next: Values;
  /** What the act changed of a row that was there before. */
  fields?: string[];
  /** What can be undone later: what stays, unless the undo has found another end for it. */
  left?: ChangedRow | undefined;
}

interface RecordOptions extends Pick<ComingUses, "uses"> {
  /** Whether what was changed since goes back, too. */
  insists: boolean;
}

/** Tells what becomes of records when an act is undone. */
export async function planRecords(db: Database, rows: ChangedRow[], options: RecordOptions): Promise<RecordStep[]> {
  const known = rows.filter(({ table, key }) => table !== "settings" || isUndoableSetting(key));
  const wanted = await withFetchedPictures(db, known);
  const steps: RecordStep[] = [];
  for (const [table, changes] of Map.groupBy(wanted, (row) => row.table)) {
    const current = await readCurrent(db, table, changes);
    for (const change of table === "categories" ? changes.toSorted(byNesting) : changes)
      steps.push(await planRecord(db, change, { ...options, current, leaving: categoriesLeaving(steps) }));
  }
  return steps;
}

/** Categories that were added come after all others, and those in others before these: a category goes once none is left in it. */
function byNesting(one: ChangedRow, other: ChangedRow) {
  const [turn, otherTurn] = [one, other].map(({ before, after }) => (before ? 0 : after?.parent ? 1 : 2));
  return Number(turn) - Number(otherTurn);
}

function categoriesLeaving(steps: RecordStep[]) {
  const leaving = steps.filter(
    ({ table, effect, current, next }) =>
      table === "categories" && (effect === "deleted" || ("parent" in next && !isSame(next.parent, current?.parent))),
  );
  return new Set(leaving.map(({ current }) => current?.slug));
}

async function planRecord(
  db: Database,
  acted: ChangedRow,
  { current, insists, ...coming }: RecordOptions & ComingUses & { current: Map<string, Values> },
): Promise<RecordStep> {
  const now = current.get(acted.key);
  const change = insists ? acted : asEdit(acted, now);
  const { table, key, before, after } = change;
  const step = { table, title: titleOf(now ?? before ?? {}, key), current: now, next: {} };
  const kept = (label: string, { isInsistable = false } = {}): RecordStep => ({
    ...step,
    effect: "nothing",
    kept: [{ label, isInsistable }],
    left: followsProduct(change) ? undefined : change,
  });
  if (!after)
    return now ? kept("there is another one by now") : { ...step, effect: "returned", kept: [], next: before ?? {} };
  if (!now) return before ? kept("it was deleted since") : { ...step, effect: "nothing", kept: [] };
  if (!before) {
    if (!insists && wasChanged(table, now, after))
      return kept("it was changed since, so it stays", { isInsistable: true });
    const reason = await whyKept(db, table, now, coming);
    if (reason === undefined) return { ...step, effect: "deleted", kept: [] };
    return reason.next
      ? { ...step, effect: "turnedOff", kept: [{ label: reason.label }], next: reason.next }
      : kept(reason.label);
  }
  const former = keyIn(table, { ...now, ...before });
  if (former !== key && (await readCurrent(db, table, [{ key: former }])).size > 0)
    return kept("another one has its former address by now");
  const { changed, ...undone } = withFormer(change, now, insists);
  return { ...step, ...undone, left: leftOf(change, changed, keyIn(table, { ...now, ...undone.next })) };
}

/** The first save of a form of which a shop has one: if it was changed since, each field goes back by itself, as after later saves. */
function asEdit(change: ChangedRow, now: Values | undefined): ChangedRow {
  const { table, before, after } = change;
  if (table !== "settings" || before || !after || !now || !wasChanged(table, now, after)) return change;
  return isForm(table, after) ? { ...change, before: { ...after, ...emptyForm(table) } } : change;
}

/** Redirects of products' addresses are made and dropped with those. */
function followsProduct({ table, key }: ChangedRow) {
  return table === "redirects" && key.startsWith(productAddress({ id: "" }));
}

/** What is left of a change of which some fields stay. @param key the row's, once the others are back */
function leftOf({ table, before, after }: ChangedRow, fields: string[], key: string): ChangedRow | undefined {
  if (fields.length === 0) return undefined;
  const only = (row: Values | undefined) => collapseAlone(table, pick(expand(table, row ?? {}), fields));
  return { table, key, before: only(before), after: only(after) };
}

/** The fields that go back, and those that were changed since. */
function withFormer({ table, before, after }: ChangedRow, now: Values, insists: boolean) {
  const [had, got, has] = [expand(table, before ?? {}), expand(table, after ?? {}), expand(table, now)];
  const fields = [...new Set([...Object.keys(had), ...Object.keys(got)])].filter(
    (field) => !isSame(had[field], got[field]),
  );
  const changed = fields.filter((field) => !isSame(has[field], got[field]) && !isSame(has[field], had[field]));
  const back = insists ? fields : fields.filter((field) => !changed.includes(field));
  const isLeft = back.some((field) => !isSame(has[field], had[field]));
  const kept = insists ? [] : changed.map((field) => ({ label: field, now: has[field], former: had[field] }));
  const effect = isLeft ? ("restored" as const) : ("nothing" as const);
  return { effect, kept, next: pick(had, back), fields, changed: insists ? [] : changed };
}

/** Others' moves don't count. */
function wasChanged(table: FollowedTableName, now: Values, after: Values) {
  const [has, got] = [expand(table, now), expand(table, after)];
  return Object.keys(got).some((field) => field !== "position" && !isSame(has[field], got[field]));
}

function titleOf({ name, title, code, from, content }: Values, key: string) {
  const draft = typeof content === "string" ? (JSON.parse(content) as Values).title : undefined;
  return String(draft ?? name ?? title ?? code ?? from ?? key);
}

const rowsPerRead = 500;

/** Rows by their keys. */
async function readCurrent(db: Database, table: FollowedTableName, wanted: Pick<ChangedRow, "key">[]) {
  const [first = ""] = keyColumns(table);
  const isSingle = keyColumns(table).length === 1;
  const firsts = wanted.map(({ key }) => (isSingle ? key : String(JSON.parse(key)[0])));
  const found = new Map<string, Values>();
  for (let start = 0; start < firsts.length; start += rowsPerRead) {
    const some = firsts.slice(start, start + rowsPerRead).map((key) => sql`${key}`);
    const { rows } = await sql<Values>`select * from ${sql.table(table)}
      where cast(${sql.ref(first)} as text) in (${sql.join(some)})`.execute(db);
    for (const row of rows) found.set(keyIn(table, row), row);
  }
  return found;
}

function keyIn(table: FollowedTableName, row: Values) {
  const values = keyColumns(table).map((column) => row[column]);
  return values.length === 1 ? String(values[0]) : JSON.stringify(values);
}

const order = followedTables.map(({ name }) => name);

/**
 * Does what undoing an act does to records, in its transaction.
 *
 * @throws UndoRefusedError if the shop would then contradict itself
 */
export async function applyRecords(transaction: Database, steps: RecordStep[], now: Date) {
  const inOrder = steps.toSorted((one, other) => order.indexOf(one.table) - order.indexOf(other.table));
  for (const { table, effect, current } of inOrder.toReversed())
    if (effect === "deleted" && current) await deleteRow(transaction, table, current);
  for (const step of inOrder) await writeStep(transaction, step);
  const redirects = inOrder.flatMap(({ table, effect, current, next }) =>
    table === "redirects" && (effect === "restored" || effect === "returned") ? [{ ...current, ...next }] : [],
  );
  if (redirects.length > 0)
    await restoreRedirects(
      transaction,
      redirects.map(({ from, to }) => ({ from: String(from), to: String(to) })),
    );
  const texts = (values: (Values | undefined)[]) =>
    [...JSON.stringify(values).matchAll(pictures)].map(([address]) => address);
  const [were, are] = [inOrder.map(({ current }) => current), inOrder.map(({ next }) => next)];
  await markUsed(transaction, texts(were), texts(are), now);
  const changed = inOrder.flatMap(({ table, effect }) => (effect === "nothing" ? [] : [table]));
  await checkRecords(transaction, new Set(changed));
}

const pictures = /\/pictures\/uploaded\/[\da-f]{32}-/g;

async function deleteRow(db: Database, table: FollowedTableName, row: Values) {
  await sql`delete from ${sql.table(table)} where ${isRow(table, row)}`.execute(db);
}

function isRow(table: FollowedTableName, row: Values): RawBuilder<boolean> {
  return sql.join(
    keyColumns(table).map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
}

async function writeStep(db: Database, { table, effect, current, next }: RecordStep) {
  if (table === "redirects") {
    // Its own rules say what follows.
    if (effect === "restored" && current && next.from !== undefined) await deleteRow(db, table, current);
    return;
  }
  if (effect === "returned") return table === "discountUses" ? returnUse(db, next) : insertRow(db, table, next);
  if ((effect === "restored" || effect === "turnedOff") && current) {
    const columns = collapse(table, current, next);
    const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${toParameter(value)}`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${isRow(table, current)}`.execute(db);
  }
}

async function insertRow(db: Database, table: FollowedTableName, row: Values) {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row).map((value) => sql`${toParameter(value)}`));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
}

function toParameter(value: Value) {
  return value ?? null;
}

/** An order that used a deleted code uses it again, unless it was cancelled since. */
async function returnUse(db: Database, { orderId, discountId }: Values) {
  await sql`insert into "discountUses" ("orderId", "discountId", "onlyUserId")
    select orders.id, discounts.id, case when discounts."oncePerCustomer" = 1 then orders."userId" end from orders, discounts
    where orders.id = ${orderId} and discounts.id = ${discountId} and orders.state <> 'cancelled'
    on conflict do nothing`.execute(db);
  await sql`update discounts set uses = (select count(*) from "discountUses" where "discountId" = discounts.id)
    where id = ${discountId}`.execute(db);
}
