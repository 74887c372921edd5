import type { Selectable } from "kysely";
import { type FollowedTableName, followedTables } from "#database/act-triggers.ts";
import type { ActRowsTable } from "#database/schema.ts";

export type Value = string | number | boolean | null | undefined | object;
export type Values = Record<string, Value>;

/** What an act has done to a row in all: undefined before it was inserted and after it was deleted, else only what differs. */
export interface ChangedRow {
  table: FollowedTableName;
  before: Values | undefined;
  after: Values | undefined;
  /** The row's key, as it is after the act. */
  key: string;
}

type ActRow = Pick<Selectable<ActRowsTable>, "kind" | "key" | "change" | "content">;

/** What remembered changes come to for each row, in the order in which the rows were changed first. @param rows ascending */
export function foldRows(rows: ActRow[]): ChangedRow[] {
  const open = new Map<string, ChangedRow>();
  for (const { kind, key, change, content } of rows) {
    const table = kind as FollowedTableName;
    const place = `${table}\n${key}`;
    const next = folded(open.get(place), { table, key, change, values: JSON.parse(content) });
    const newPlace = next && `${table}\n${next.key}`;
    if (newPlace !== place) open.delete(place);
    if (next && newPlace) open.set(newPlace, next);
  }
  return [...open.values()].filter(({ before, after }) => !before || !after || Object.keys(after).length > 0);
}

interface Step {
  table: FollowedTableName;
  key: string;
  change: ActRow["change"];
  values: Values;
}

function folded(known: ChangedRow | undefined, { table, key, change, values }: Step): ChangedRow | undefined {
  if (change === "insert") {
    const before = known?.before;
    return before ? { table, key, ...onlyDifferent(before, values) } : { table, key, before: undefined, after: values };
  }
  if (change === "delete") {
    if (known && !known.before) return undefined;
    return { table, key, before: { ...values, ...known?.before }, after: undefined };
  }
  const pairs = Object.entries(values as Record<string, [Value, Value]>);
  const was = Object.fromEntries(pairs.map(([column, [before]]) => [column, before]));
  const became = Object.fromEntries(pairs.map(([column, [, after]]) => [column, after]));
  const after = { ...known?.after, ...became };
  const newKey = keyOf(table, key, became);
  if (known && !known.before) return { table, key: newKey, before: undefined, after };
  return { table, key: newKey, ...onlyDifferent({ ...was, ...known?.before }, after) };
}

function onlyDifferent(before: Values, after: Values) {
  const columns = Object.keys(before).filter((column) => !isSame(before[column], after[column]));
  return { before: pick(before, columns), after: pick(after, columns) };
}

export function pick(values: Values, columns: string[]): Values {
  return Object.fromEntries(columns.map((column) => [column, values[column]]));
}

/** PostgreSQL's driver and JSON may write a number in different ways. */
export function isSame(one: Value, other: Value) {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one === "object" || typeof other === "object") return JSON.stringify(one) === JSON.stringify(other);
  return one !== undefined && other !== undefined && String(one) === String(other);
}

/** The columns that identify a table's rows. */
export function keyColumns(table: FollowedTableName): readonly string[] {
  return followedTables.find(({ name }) => name === table)?.key ?? [];
}

function keyOf(table: FollowedTableName, key: string, changed: Values) {
  const columns = keyColumns(table);
  if (columns.every((column) => changed[column] === undefined)) return key;
  const parts: Value[] = columns.length === 1 ? [key] : JSON.parse(key);
  const next = columns.map((column, at) => changed[column] ?? parts[at]);
  return next.length === 1 ? String(next[0]) : JSON.stringify(next);
}
