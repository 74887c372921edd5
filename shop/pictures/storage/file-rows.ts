import { type RawBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { PictureSize } from "../picture-rules.ts";
import type { StoredFile } from "./picture-files.ts";

interface Holder {
  table: string;
  /** The column with the bytes, empty while an object has them. */
  content: string;
  /** Its primary key. */
  key: string[];
  /** What its objects are called. */
  nameOf: (row: Record<string, unknown>) => string;
}

/** Every table with picture files, or with others that are kept like them. */
const holders: Holder[] = [
  { table: "productPictures", content: "master", key: ["id"], nameOf: ({ id }) => masterName(id as string) },
  {
    table: "productPictureFiles",
    content: "content",
    key: ["pictureId", "format", "width"],
    nameOf: ({ pictureId, ...size }) => fileName(pictureId as string, size as unknown as PictureSize),
  },
  { table: "pictures", content: "webp", key: ["id"], nameOf: ({ id }) => profileName(id as string) },
  {
    table: "returnLabels",
    content: "content",
    key: ["returnId"],
    nameOf: ({ returnId }) => labelName(returnId as string),
  },
];

/** What an uploaded picture's master is called as an object. */
export function masterName(id: string) {
  return `uploaded/${id}-master`;
}

/** What a size of an uploaded picture is called as an object. */
export function fileName(id: string, { format, width }: PictureSize) {
  return `uploaded/${id}-${width}.${format}`;
}

/** What a profile picture is called as an object. */
export function profileName(id: string) {
  return `profiles/${id}.webp`;
}

/** What a return label is called as an object. */
export function labelName(returnId: string) {
  return `returns/${returnId}.pdf`;
}

/** Few enough to hold in memory: a master may have megabytes. */
const rowsAtATime = 16;

/** A row with a picture file. */
export interface FileRow extends StoredFile {
  name: string;
  holder: Holder;
  key: unknown[];
}

/** All rows whose bytes are an object, or all whose bytes they have themselves, a few at a time. They may change meanwhile. */
export async function* readFileRows(db: Database, where: "object" | "row"): AsyncGenerator<FileRow[]> {
  for (const holder of holders) {
    for (let last: unknown[] | undefined; ; ) {
      const rows = await readSome(db, holder, where, last);
      if (rows.length === 0) break;
      last = rows.at(-1)?.key;
      yield rows;
    }
  }
}

async function readSome(db: Database, holder: Holder, where: "object" | "row", last: unknown[] | undefined) {
  const columns = sql.join(holder.key.map((name) => sql.ref(name)));
  const isAfter = last ? sql`and (${columns}) > (${sql.join(last)})` : sql``;
  const { rows } = await sql<Record<string, unknown> & StoredFile>`
    select ${columns}, ${sql.ref(holder.content)} as content, object from ${sql.table(holder.table)}
    where ${condition(holder, where)} ${isAfter} order by ${columns} limit ${sql.lit(rowsAtATime)}`.execute(db);
  return rows.map((row): FileRow => {
    const { content, object } = row;
    return { holder, key: holder.key.map((name) => row[name]), name: holder.nameOf(row), content, object };
  });
}

function condition({ content }: Holder, where: "object" | "row") {
  return where === "object" ? sql`object is not null` : sql`object is null and ${sql.ref(content)} is not null`;
}

/** How many files are objects, and how many are in rows. */
export async function countFiles(db: Database) {
  const counts = { object: 0, row: 0 };
  for (const holder of holders) {
    for (const where of ["object", "row"] as const) {
      const counted = sql<{ files: number }>`
        select count(*) as files from ${sql.table(holder.table)} where ${condition(holder, where)}`;
      counts[where] += Number((await counted.execute(db)).rows[0]?.files);
    }
  }
  return counts;
}

/** Puts a file's bytes elsewhere, unless its row has gone or changed. @returns whether it did */
export async function changeFile(db: Database, { holder, key, object }: FileRow, changed: StoredFile) {
  const isRow = sql.join(
    holder.key.map((name, at): RawBuilder<unknown> => sql`${sql.ref(name)} = ${key[at]}`),
    sql` and `,
  );
  const isSame = object === null ? condition(holder, "row") : sql`object = ${object}`;
  const { numAffectedRows } = await sql`
    update ${sql.table(holder.table)} set ${sql.ref(holder.content)} = ${changed.content}, object = ${changed.object}
    where ${isRow} and ${isSame}`.execute(db);
  return numAffectedRows === 1n;
}
