import type { FollowedTableName } from "#database/act-triggers.ts";
import type { Values } from "./fold-rows.ts";

/** Columns with a form or a product in JSON: each of its fields goes back by itself. */
const jsonColumns: Partial<Record<FollowedTableName, string>> = {
  settings: "value",
  vatCountries: "fields",
  draftProducts: "content",
};

/** A row whose JSON is opened: its fields have their own names beside the other columns. */
export function expand(table: FollowedTableName, row: Values): Values {
  const column = jsonColumns[table];
  const inner = column === undefined ? undefined : readObject(row[column]);
  if (column === undefined || inner === undefined) return row;
  const { [column]: _, ...others } = row;
  return {
    ...others,
    ...Object.fromEntries(Object.entries(inner).map(([name, value]) => [inside(column, name), value])),
  };
}

/** The columns to write for some fields as `expand` names them. @param row the whole row */
export function collapse(table: FollowedTableName, row: Values, fields: Values): Values {
  const column = jsonColumns[table];
  const inner = column === undefined ? undefined : readObject(row[column]);
  if (column === undefined || inner === undefined) return fields;
  const prefix = inside(column, "");
  const columns: Values = {};
  const next: Values = { ...inner };
  for (const [field, value] of Object.entries(fields)) {
    if (!field.startsWith(prefix)) columns[field] = value;
    else if (value === undefined) delete next[field.slice(prefix.length)];
    else next[field.slice(prefix.length)] = value;
  }
  return { ...columns, [column]: JSON.stringify(next) };
}

/** Fields as `expand` names them, as columns of a row that has no others. */
export function collapseAlone(table: FollowedTableName, fields: Values): Values {
  const column = jsonColumns[table];
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return column === undefined || column in known ? known : collapse(table, { [column]: "{}" }, known);
}

/** Whether a row's JSON can be opened. */
export function isForm(table: FollowedTableName, row: Values) {
  return readObject(row[jsonColumns[table] ?? ""]) !== undefined;
}

/** The column of a form that nobody has saved. */
export function emptyForm(table: FollowedTableName): Values {
  return collapseAlone(table, {});
}

/** What forms, and so the log, call columns that have other names. */
const inForms: Partial<Record<FollowedTableName, Record<string, string>>> = {
  discounts: {
    ...{ minimumCents: "minimum", usesLimit: "uses", isDisabled: "disabled" },
    ...{ startsAt: "starts", endsAt: "ends" },
  },
  deliveryOptions: { priceCents: "price", freeFromCents: "freeFrom", isPickup: "pickup", isActive: "disabled" },
};

/** What the form of a record calls a field that `expand` names. */
export function fieldName(table: FollowedTableName, field: string) {
  const prefix = inside(jsonColumns[table] ?? "", "");
  return field.startsWith(prefix) ? field.slice(prefix.length) : (inForms[table]?.[field] ?? field);
}

function inside(column: string, name: string) {
  return `${column}.${name}`;
}

function readObject(text: unknown): Values | undefined {
  if (typeof text !== "string" || !text.startsWith("{")) return undefined;
  return JSON.parse(text);
}
