import type { Database } from "#database/connect.ts";
import { hasDamagedLetters } from "../catalog/files/reading/damaged-letters.ts";
import { logChange } from "../changes/change-log.ts";
import type { TableRow } from "../files/read-table.ts";
import type { FileEncoding } from "../files/text-encoding.ts";
import { countryNamed } from "../values/countries.ts";
import type { Currency } from "../values/currencies.ts";
import { dayOf } from "../values/days.ts";
import { decimalAmount } from "../values/money.ts";
import { cityLines } from "../values/postal-address.ts";
import { type LeftOut, readCustomerRow } from "./customer-rows.ts";
import { contentOfCustomer, customerTable } from "./customer-table.ts";
import type { ExportFile } from "./export-file.ts";
import { compareRows, type Effect, type GivenRow, type KeptTable, saveRows } from "./kept-rows.ts";
import type { KnownExport } from "./known-exports.ts";
import { readOrderRows } from "./order-rows.ts";
import { contentOfOrder, orderTable } from "./order-table.ts";

/** A customer or order of a file, as a preview shows it. */
interface Entry extends GivenRow {
  line: number;
  title: string;
  detail: string;
  /** Why it comes without one of its days. */
  twoDays?: string | undefined;
}

interface LeftOutRows {
  reason: string;
  count: number;
  lines: number[];
}

/** What a file does, or would do. */
export interface ImportReport extends Pick<KnownExport, "shop" | "kind"> {
  /** How the file was read, where its letters depend on it. */
  encoding?: FileEncoding | undefined;
  counts: Record<Effect, number>;
  /** Rows that aren't imported, by their reason, with the first lines. */
  leftOut: LeftOutRows[];
  /** Rows that come without a day that could be two: why the first one does, how many there are, and the first lines. */
  twoDays?: LeftOutRows | undefined;
  /** Lines with letters that an earlier program damaged, the first ones. */
  damaged: number[];
  /** The first rows that are new or change. */
  samples: { effect: Effect; title: string; detail: string }[];
}

interface ImportOptions {
  /** The shop's, for dates without an offset. */
  timeZone: string;
  /** The shop's, for amounts without one. */
  currency: Currency;
  now: Date;
  /** Who imports it, and the file's name; without them nothing is saved. */
  by?: { actor: string; name: string } | undefined;
  /** Gets the number of bytes read so far. */
  onRead?: ((bytes: number) => void) | undefined;
}

const rowsAtATime = 500;
const samplesShown = 20;
const linesNamed = 10;

/**
 * Imports the customers or orders of another shop's file, or only tells what it would do. A row of the same email or number is never added twice. Each
 * batch is a transaction, so that orders continue. See docs/decisions/0210.
 *
 * @throws CatalogFileError if the file can't be read
 */
export async function importPeople(db: Database, file: ExportFile, options: ImportOptions): Promise<ImportReport> {
  const { shop, kind, encoding } = file;
  const report: ImportReport = {
    ...{ shop, kind, encoding, leftOut: [], damaged: [], samples: [] },
    counts: { new: 0, changed: 0, unchanged: 0, taken: 0 },
  };
  const table = tables[kind];
  const save = options.by && startImport(db, file, options.by, options.now);
  const seen = new Set<string>();
  let batch: Entry[] = [];
  const finishBatch = async () => {
    if (batch.length > 0) await takeBatch(db, table, { batch, report, save });
    batch = [];
  };
  for await (const entry of readers[kind](file.rows(options.onRead), options, shop)) {
    if ("reason" in entry) noteLeftOut(report, entry);
    else if (seen.has(entry.key)) noteLeftOut(report, { line: entry.line, reason: "twice in the file" });
    else {
      seen.add(entry.key);
      if (entry.twoDays !== undefined) noteTwoDays(report, entry.line, entry.twoDays);
      batch.push(entry);
      if (batch.length === rowsAtATime) await finishBatch();
    }
  }
  await finishBatch();
  await save?.finish(report);
  return report;
}

export const tables: Record<KnownExport["kind"], KeptTable> = { customers: customerTable, orders: orderTable };

type Reader = (rows: AsyncIterable<TableRow>, options: ImportOptions, shop: string) => AsyncIterable<Entry | LeftOut>;

const readers: Record<KnownExport["kind"], Reader> = {
  async *customers(rows, { timeZone, now }) {
    for await (const row of rows) {
      const read = readCustomerRow(row, timeZone);
      if ("reason" in read) yield read;
      else {
        const { customer, twoDays } = read;
        const { email, firstname, lastname, street, zipCode, city, country } = customer;
        const title = `${firstname} ${lastname}`.trim() || email;
        const detail = [email, street, ...cityLines(city, zipCode, countryNamed(country)?.code)]
          .filter(Boolean)
          .join(", ");
        const content = contentOfCustomer(customer, now.getTime());
        yield { line: row.line, key: email, content, title, detail, twoDays };
      }
    }
  },

  async *orders(rows, options, shop) {
    for await (const order of readOrderRows(rows, options)) {
      if ("reason" in order) yield order;
      else {
        const { line, ...rest } = order;
        const { number, email, name, placedAt, totalCents, currency } = order;
        const total = `${decimalAmount(totalCents, currency)} ${currency}`;
        const detail = [dayOf(placedAt, options.timeZone), name, email, total].filter(Boolean).join(", ");
        yield { line, key: number, content: contentOfOrder(rest, shop), title: number, detail };
      }
    }
  },
};

interface Batch {
  batch: Entry[];
  report: ImportReport;
  save: ReturnType<typeof startImport> | undefined;
}

async function takeBatch(db: Database, table: KeptTable, { batch, report, save }: Batch) {
  const { shop } = report;
  const compare = (within: Database) => compareRows(within, table, { rows: batch, shop });
  const compared = save
    ? await db.transaction().execute(async (trx) => {
        const found = await compare(trx);
        if (found.some(({ effect }) => effect === "new" || effect === "changed"))
          await saveRows(trx, table, found, await save.begin(trx));
        return found;
      })
    : await compare(db);
  for (const [index, { effect }] of compared.entries()) {
    const { line, title, detail } = batch[index] as Entry;
    report.counts[effect] += 1;
    if (report.damaged.length < linesNamed && hasDamagedLetters(`${title} ${detail}`)) report.damaged.push(line);
    if ((effect === "new" || effect === "changed") && report.samples.length < samplesShown)
      report.samples.push({ effect, title, detail });
  }
}

/** The record of an import, which begins with the first row that it changes. */
function startImport(
  db: Database,
  { shop, kind }: ExportFile,
  { actor, name }: { actor: string; name: string },
  now: Date,
) {
  let id: string | undefined;
  return {
    async begin(transaction: Database) {
      if (id !== undefined) return id;
      id = crypto.randomUUID();
      const row = { id, kind, shop, file: name, actor, createdAt: now.getTime() };
      await transaction.insertInto("earlierShopImports").values(row).execute();
      return id;
    },
    async finish({ counts }: ImportReport) {
      if (id === undefined) return;
      const fields = {
        added: { before: null, after: counts.new },
        changed: { before: null, after: counts.changed },
      };
      await logChange(
        db,
        { actor, kind: "import", subject: describeImport({ shop, kind, file: name }), action: "finished", fields },
        now,
      );
    },
  };
}

/** What the activity log calls an import: "Shopify customers (customers.csv)". */
export function describeImport({ shop, kind, file }: { shop: string; kind: KnownExport["kind"]; file: string }) {
  return `${shop} ${kind} (${file})`;
}

function noteLeftOut({ leftOut }: ImportReport, { line, reason }: LeftOut) {
  const found = leftOut.find((group) => group.reason === reason);
  if (found) noteLine(found, line);
  else leftOut.push({ reason, count: 1, lines: [line] });
}

function noteTwoDays(report: ImportReport, line: number, reason: string) {
  if (report.twoDays) noteLine(report.twoDays, line);
  else report.twoDays = { reason, count: 1, lines: [line] };
}

function noteLine(rows: LeftOutRows, line: number) {
  rows.count += 1;
  if (rows.lines.length < linesNamed) rows.lines.push(line);
}
