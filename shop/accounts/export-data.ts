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

/** All that the shop keeps about a person, table by table, for downloads. Moments are milliseconds since 1970 (UTC), amounts whole cents. */
async function* readPersonalRows(db: Database, person: Person): AsyncGenerator<{ table: string; row: Row }> {
  for (const [table, { columns, rows }] of Object.entries(personalTables)) {
    if (columns.length === 0) continue;
    const selected = sql.join(columns.map((column) => sql.ref(column)));
    for (let offset = 0; ; offset += rowsAtATime) {
      const page = await sql<Row>`select ${selected} from ${sql.table(table)} where ${rows(person)}
        order by ${selected} limit ${sql.lit(rowsAtATime)} offset ${sql.lit(offset)}`.execute(db);
      for (const row of page.rows) yield { table, row };
      if (page.rows.length < rowsAtATime) break;
    }
  }
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
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
