import { hash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import { prepared } from "#database/prepared.ts";
import type { DocumentsTable } from "#database/schema.ts";
import { type DocumentContent, type DocumentKind, documentKinds, type UnnumberedContent } from "./document.ts";

/** A document without what the series gives it. */
interface Unnumbered extends Pick<DocumentsTable, "orderId" | "orderEvent" | "createdAt"> {
  kind: DocumentKind;
  content: UnnumberedContent;
}

/**
 * Gives a document the next number of its series and saves it. Numbers have no gaps, because the counter is a row that the same transaction
 * increments: others wait for its end, so call this last. Each document has the hash of the one before it, over the years.
 *
 * @returns it with its number, such as "2026-0001" or "C2026-0001"
 */
export async function issueDocument(
  transaction: Database,
  { kind, content, ...columns }: Unnumbered,
): Promise<DocumentContent> {
  const year = Number(content.issuedOn.slice(0, 4));
  const { last: sequence, previousHash } = await takeNumber(transaction, kind, year);
  const number = `${documentKinds[kind].prefix}${year}-${String(sequence).padStart(4, "0")}`;
  const document = { kind, number, ...content };
  const frozen = JSON.stringify(document);
  const chained = chainHash(previousHash, frozen);
  const { grossCents } = content;
  const row = { ...columns, number, series: kind, year, sequence, grossCents, content: frozen, previousHash };
  await pipeline(
    transaction,
    (db) => insertDocument(db, { ...row, hash: chained }),
    (db) => keepLastHash(db, { series: kind, year, lastHash: chained }),
  );
  return document;
}

type NewDocument = Omit<Selectable<DocumentsTable>, "anonymizedAt">;

/** Every column, or it doesn't compile. */
const newColumns = Object.keys({
  number: true,
  series: true,
  year: true,
  sequence: true,
  orderId: true,
  orderEvent: true,
  grossCents: true,
  content: true,
  previousHash: true,
  hash: true,
  createdAt: true,
} satisfies Record<keyof NewDocument, true>) as (keyof NewDocument)[];

// Other orders wait for these.
const insertDocument = prepared<NewDocument>()((db, value) =>
  db
    .insertInto("documents")
    .values(Object.fromEntries(newColumns.map((column) => [column, value(column)])) as unknown as NewDocument),
);

const keepLastHash = prepared<{ series: DocumentKind; year: number; lastHash: string }>()((db, value) =>
  db
    .updateTable("documentCounters")
    .set({ lastHash: value("lastHash") })
    .where("series", "=", value("series"))
    .where("year", "=", value("year")),
);

const countUp = prepared<{ series: DocumentKind; year: number }>()((db, value) =>
  db
    .insertInto("documentCounters")
    .values({ series: value("series"), year: value("year"), last: 1, lastHash: "" })
    .onConflict((conflict) =>
      conflict.columns(["series", "year"]).doUpdateSet((eb) => ({ last: eb("documentCounters.last", "+", 1) })),
    )
    .returning(["last", "lastHash"]),
);

async function takeNumber(transaction: Database, series: DocumentKind, year: number) {
  const [counter = { last: 1, lastHash: "" }] = await countUp(transaction, { series, year });
  if (counter.last > 1) return { last: counter.last, previousHash: counter.lastHash };
  const previous = await transaction
    .selectFrom("documentCounters")
    .select("lastHash")
    .where("series", "=", series)
    .where("year", "<", year)
    .orderBy("year", "desc")
    .limit(1)
    .executeTakeFirst();
  return { last: 1, previousHash: previous?.lastHash ?? "" };
}

/** What a document's hash is: it covers its content and, through the hash before it, all documents before it. */
export function chainHash(previousHash: string, content: string) {
  return hash("sha256", `${previousHash}\n${content}`);
}

/** A document that isn't as it was issued, or is missing. */
export interface BrokenDocument {
  number: string;
  problem: string;
}

const documentsPerRead = 500;

/** Reads all documents of a series and checks their numbers and hashes. @returns how many there are, and those that are wrong */
export async function verifySeries(db: Database, series: DocumentKind) {
  const broken: BrokenDocument[] = [];
  let count = 0;
  let before = { year: 0, sequence: 0, hash: "" };
  for (;;) {
    const documents = await db
      .selectFrom("documents")
      .select(["number", "year", "sequence", "content", "previousHash", "hash", "anonymizedAt"])
      .where("series", "=", series)
      .where((eb) => eb(eb.refTuple("year", "sequence"), ">", eb.tuple(before.year, before.sequence)))
      .orderBy("year")
      .orderBy("sequence")
      .limit(documentsPerRead)
      .execute();
    for (const document of documents) {
      const expected = document.year === before.year ? before.sequence + 1 : 1;
      const problem = problemOf(document, { expected, previousHash: before.hash });
      if (problem) broken.push({ number: document.number, problem });
      before = document;
    }
    count += documents.length;
    if (documents.length < documentsPerRead)
      return { count, broken: [...broken, ...(await findMissingEnd(db, series, before))] };
  }
}

function problemOf(
  document: Pick<
    Selectable<DocumentsTable>,
    "number" | "sequence" | "content" | "previousHash" | "hash" | "anonymizedAt"
  >,
  { expected, previousHash }: { expected: number; previousHash: string },
) {
  if (document.sequence !== expected)
    return `follows number ${expected - 1}: ${document.sequence - expected} are missing`;
  // Removing its buyer changed its content (docs/decisions/0328).
  const isAsIssued =
    document.anonymizedAt !== null || chainHash(document.previousHash, document.content) === document.hash;
  if (!isAsIssued) return "its content was changed";
  if (document.previousHash !== previousHash) return "the document before it was changed";
  return JSON.parse(document.content).number === document.number ? undefined : "its number was changed";
}

/** The newest documents may be gone: the counter knows the last one. */
async function findMissingEnd(
  db: Database,
  series: DocumentKind,
  last: { year: number; sequence: number; hash: string },
) {
  const counter = await db
    .selectFrom("documentCounters")
    .select(["year", "last", "lastHash"])
    .where("series", "=", series)
    .orderBy("year", "desc")
    .limit(1)
    .executeTakeFirst();
  const isWhole = counter
    ? counter.year === last.year && counter.last === last.sequence && counter.lastHash === last.hash
    : last.sequence === 0;
  if (isWhole) return [];
  return [
    {
      number: `${documentKinds[series].name} ${counter?.year}-${counter?.last}`,
      problem: "the last document isn't the counter's",
    },
  ];
}
