import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";

type Value = string | number | null;
export type Content = Record<string, Value>;

/** A table whose rows imports bring. */
export interface KeptTable {
  name: "importedCustomers" | "pastOrders";
  /** Tells rows of one shop apart. */
  keyColumn: "email" | "number";
  /** What a file says of a row, and a later file may change. */
  columns: readonly string[];
  /** What stays as it was when the row was added. */
  onlyNew: readonly string[];
  /** What a row becomes by a later file. */
  merge: (kept: Content, given: Content) => Content;
  /** Which rows are no longer an import's to change or remove. */
  isTaken: RawBuilder<SqlBool>;
}

/** A row that a file brings. */
export interface GivenRow {
  key: string;
  content: Content;
}

interface KeptRow extends Content {
  id: string;
  changedBy: string | null;
  isTaken: number;
}

export type Effect = "new" | "changed" | "unchanged" | "taken";

/** What a file does to the rows of one batch, with those that are there. */
interface Comparison {
  given: GivenRow;
  effect: Effect;
  kept: KeptRow | undefined;
  after: Content;
}

/** Compares some of a file's rows with those that are there. */
export async function compareRows(
  db: Database,
  table: KeptTable,
  { rows, shop }: { rows: GivenRow[]; shop: string },
): Promise<Comparison[]> {
  const kept = await readKept(
    db,
    table,
    rows.map(({ key }) => key),
    shop,
  );
  return rows.map((given) => {
    const row = kept.get(given.key);
    if (!row) return { given, effect: "new", kept: row, after: given.content };
    const after = table.merge(row, given.content);
    const isChanged = table.columns.some((column) => row[column] !== after[column]);
    return { given, effect: row.isTaken ? "taken" : isChanged ? "changed" : "unchanged", kept: row, after };
  });
}

async function readKept(db: Database, table: KeptTable, keys: string[], shop: string) {
  const names = [...table.columns, "id", "changedBy"].map((name) => sql.ref(name));
  const ofShop = table.name === "pastOrders" ? sql`and shop = ${shop}` : sql``;
  const { rows } = await sql<KeptRow>`
    select ${sql.join(names)}, case when ${table.isTaken} then 1 else 0 end as "isTaken" from ${sql.table(table.name)}
    where ${sql.ref(table.keyColumn)} in (${sql.join(keys)}) ${ofShop}`.execute(db);
  return new Map(rows.map((row) => [String(row[table.keyColumn]), row]));
}

/** Saves the new and changed rows of a comparison, in the caller's transaction. */
export async function saveRows(transaction: Database, table: KeptTable, compared: Comparison[], importId: string) {
  const fresh = compared.filter(({ effect }) => effect === "new");
  if (fresh.length > 0) {
    const rows = fresh.map(({ after }) => ({ ...after, id: crypto.randomUUID(), importId }));
    const columns = [...table.columns, ...table.onlyNew, "id", "importId"] as ("id" | "importId")[];
    // Another import may have brought them since.
    await insertRows(transaction, {
      ...{ table: table.name, columns, rows },
      conflict: sql`on conflict do nothing`,
    });
  }
  for (const { effect, kept, after } of compared) {
    if (effect !== "changed" || !kept) continue;
    const before = Object.fromEntries([...table.columns, "changedBy"].map((column) => [column, kept[column] ?? null]));
    await updateRow(transaction, table, kept.id, { ...after, changedBy: importId, before: JSON.stringify(before) });
  }
}

async function updateRow(transaction: Database, table: KeptTable, id: string, content: Content) {
  const columns = [...table.columns, "changedBy", "before"];
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${content[column] ?? null}`);
  await sql`update ${sql.table(table.name)} set ${sql.join(sets)} where id = ${id}`.execute(transaction);
}

const rowsAtATime = 500;

/**
 * Removes what an import added, and takes back what it changed last, a few rows at a time, so that others can write in between. Rows that are taken stay.
 *
 * @returns how many rows it removed
 */
export async function takeBackRows(db: Database, table: KeptTable, importId: string) {
  const name = sql.table(table.name);
  for (;;) {
    const { rows } = await sql<{ id: string; before: string }>`select id, before from ${name}
      where "changedBy" = ${importId} and before is not null and not (${table.isTaken}) limit ${sql.lit(rowsAtATime)}`.execute(
      db,
    );
    if (rows.length === 0) break;
    await db.transaction().execute(async (trx) => {
      for (const { id, before } of rows) await updateRow(trx, table, id, { ...JSON.parse(before), before: null });
    });
  }
  let removed = 0;
  for (;;) {
    const some = sql`select id from ${name} where "importId" = ${importId} and not (${table.isTaken}) limit ${sql.lit(rowsAtATime)}`;
    const { numAffectedRows = 0n } = await sql`delete from ${name} where id in (${some})`.execute(db);
    if (numAffectedRows === 0n) return removed;
    removed += Number(numAffectedRows);
  }
}
