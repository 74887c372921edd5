import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { csvLines } from "../files/write-csv.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { type Person, personalTables } from "./personal-data.ts";
import { readToken, signToken } from "./signed-token.ts";

const rowsAtATime = 200;
const downloadMs = 10 * 60_000;

type Context = Pick<Shop, "accounts" | "now">;

/** What opens a customer's download for ten minutes, after they have typed their password. An email tells of it. */
export async function allowDownload(shop: Context & Pick<Shop, "db">, { uid, email }: { uid: string; email: string }) {
  await queueMail(shop.db, { kind: "dataDownloaded", recipient: email }, shop.now());
  return signToken(shop, "download", uid, downloadMs);
}

export async function isDownloadToken(context: Context, uid: string, token: string) {
  return (await readToken(context, "download", token)) === uid;
}

type Row = Record<string, unknown>;

/** All that the shop keeps about a person, table by table, for downloads. Moments are in ISO 8601 (UTC), amounts whole cents of the row's currency. */
async function* readPersonalRows(db: Database, person: Person): AsyncGenerator<{ table: string; row: Row }> {
  for (const [table, { columns, rows }] of Object.entries(personalTables)) {
    if (columns.length === 0) continue;
    const order = sql.join(columns.map((column) => sql.ref(column)));
    for (let offset = 0; ; offset += rowsAtATime) {
      const page = await sql<Row>`select ${selectionOf(columns)} from ${sql.table(table)} where ${rows(person)}
        order by ${order} limit ${sql.lit(rowsAtATime)} offset ${sql.lit(offset)}`.execute(db);
      for (const row of page.rows) yield { table, row: withWrittenMoments(row) };
      if (page.rows.length < rowsAtATime) break;
    }
  }
}

/** Rows of an order name it by its number, and have its currency beside their amounts. */
function selectionOf(columns: readonly string[]) {
  const selected = columns.map((column) => (column === "orderId" ? ofOrder("orderNumber") : sql.ref(column)));
  const hasAmounts = columns.some((column) => column.endsWith("Cents"));
  if (hasAmounts && columns.includes("orderId")) selected.push(ofOrder("currency"));
  return sql.join(selected);
}

function ofOrder(column: "orderNumber" | "currency") {
  return sql`(select ${sql.ref(`orders.${column}`)} from orders where orders.id = "orderId") as ${sql.ref(column)}`;
}

/** Most tables keep moments as milliseconds since 1970, those of sign-ins as dates. */
function withWrittenMoments(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, isMoment(column, value) ? writeMoment(value) : value]),
  );
}

function isMoment(column: string, value: unknown): value is number | string | Date {
  return value !== null && /(At|Since)$/.test(column);
}

function writeMoment(value: number | string | Date) {
  return new Date(value).toISOString();
}

/** A JSON object with a list for each table. */
export async function* exportJson(db: Database, person: Person) {
  let current: string | undefined;
  yield "{";
  for await (const { table, row } of readPersonalRows(db, person)) {
    const isFirst = table !== current;
    if (isFirst) yield `${current === undefined ? "" : "\n  ],"}\n  ${JSON.stringify(table)}: [`;
    current = table;
    yield `${isFirst ? "" : ","}\n    ${JSON.stringify(row)}`;
  }
  yield current === undefined ? "}\n" : "\n  ]\n}\n";
}

/** A line for each value: its table, its row there, its field and its text. */
export async function* exportCsv(db: Database, person: Person) {
  let current = "";
  let number = 0;
  yield csvLines([["table", "row", "field", "value"]]);
  for await (const { table, row } of readPersonalRows(db, person)) {
    number = table === current ? number + 1 : 1;
    current = table;
    for (const [field, value] of Object.entries(row)) {
      if (value !== null) yield csvLines([[table, number, field, textOf(value)]]);
    }
  }
}

function textOf(value: unknown) {
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
