import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../connect.ts";
import { jsonItems } from "../insert-rows.ts";

/** Texts that staff search are stored folded too: "O’Brien" is found by "obrien", and "Ødegård" by "odegard". */
export function addFoldedSearches(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await addKeys(db, { table: "customers", id: "uid" }, [
        { key: "firstnameKey", columns: ["firstname"] },
        { key: "lastnameKey", columns: ["lastname"] },
        { key: "emailKey", columns: ["email"] },
      ]);
      await addKeys(db, { table: "orders", id: "id" }, [
        { key: "recipientKey", columns: ["recipientName"] },
        { key: "addressKey", columns: ["billingAddress"] },
      ]);
      await addKeys(db, { table: "contactMessages", id: "id" }, [
        { key: "searchKey", columns: ["firstName", "lastName", "email", "subject", "orderNumber"] },
      ]);
      await addKeys(db, { table: "changes", id: "id" }, [{ key: "actorKey", columns: ["actor"] }]);
      const comparable = engine === "postgres" ? sql` collate "C"` : sql``;
      for (const column of ["firstname", "lastname", "email"]) {
        const name = sql.id(`customers_${column}_prefix`);
        await sql`drop index ${name}`.execute(db);
        await sql`create index ${name} on customers (${sql.id(`${column}Key`)}${comparable})`.execute(db);
      }
      for (const table of ["products", "archivedProducts", "draftProducts"]) await shortenTitleKeys(db, table);
    },
  };
}

interface Table {
  table: string;
  id: string;
}

interface Key {
  key: string;
  columns: string[];
}

async function addKeys(db: Kysely<unknown>, table: Table, keys: Key[]) {
  for (const { key } of keys) {
    const addition = db.schema
      .alterTable(table.table)
      .addColumn(key, "text", (column) => column.notNull().defaultTo(""));
    await addition.execute();
  }
  for (let last: unknown; ; ) {
    const rows = await readBatch(db, table, keys, last);
    const end = rows.at(-1);
    if (!end) return;
    await saveKeys(db, table, keys, rows);
    last = end.id;
  }
}

type Row = Record<string, string | number>;

const rowsPerBatch = 1000;

function readBatch(db: Kysely<unknown>, { table, id }: Table, keys: Key[], last: unknown) {
  const texts = keys.map(({ key, columns }) => {
    const parts = columns.map((column) => sql`coalesce(${sql.id(column)}, '')`);
    return sql`${sql.join(parts, sql` || ' ' || `)} as ${sql.id(key)}`;
  });
  const rest = last === undefined ? sql`` : sql`where ${sql.id(id)} > ${last}`;
  return sql<Row>`select ${sql.id(id)} as id, ${sql.join(texts)} from ${sql.table(table)} ${rest}
    order by ${sql.id(id)} limit ${sql.lit(rowsPerBatch)}`
    .execute(db)
    .then(({ rows }) => rows);
}

async function saveKeys(db: Kysely<unknown>, { table, id }: Table, keys: Key[], rows: Row[]) {
  const items = rows.map((row) => [row.id, ...keys.map(({ key }) => fold(String(row[key])))]);
  const type = id === "uid" ? sql`text` : sql`bigint`;
  const sets = keys.map(({ key }, index) => sql`${sql.id(key)} = item.value ->> ${sql.lit(index + 1)}`);
  await sql`update ${sql.table(table)} set ${sql.join(sets)} from ${jsonItems(db as Database, items)} as item
    where ${sql.table(table)}.${sql.id(id)} = cast(item.value ->> 0 as ${type})`.execute(db);
}

/** Titles are folded already, but kept their apostrophes and the Turkish ı. */
async function shortenTitleKeys(db: Kysely<unknown>, table: string) {
  const key = Array.from("'’‘‛ʹʻʼ′`").reduce((text, sign) => sql`replace(${text}, ${sign}, '')`, sql`"titleKey"`);
  const shortened = sql`replace(${key}, 'ı', 'i')`;
  await sql`update ${sql.table(table)} set "titleKey" = ${shortened} where "titleKey" <> ${shortened}`.execute(db);
}

const letters: Record<string, string> = { æ: "ae", ø: "o", đ: "d", ð: "d", ł: "l", ß: "ss", þ: "th", ı: "i" };

/** As `foldText` did when this was written. */
export function fold(text: string) {
  return text
    .replaceAll("´", "'")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’‘‛ʹʻʼ′`]/gu, "")
    .replace(/[æøđðłßþı]/g, (letter) => letters[letter] ?? letter);
}
