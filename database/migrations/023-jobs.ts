import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

interface MailRow {
  id: number;
  kind: string;
  recipient: string;
  orderNumber: string | null;
  orderEvent: number | null;
  alertId: string | null;
  answerId: string | null;
  createdAt: number;
  attempts: number;
  dueAt: number | null;
  lastError: string | null;
  givenUpAt: number | null;
}

interface PictureRow {
  id: string;
  dueAt: number | null;
}

interface JobRow {
  id?: number;
  kind: string;
  key?: string;
  payload: string;
  createdAt: number;
  runAt: number;
  attempts?: number;
  lastError?: string | null;
  failedAt?: number | null;
}

type Tables = { mails: MailRow; productPictures: PictureRow; jobs: JobRow };

const rowsAtATime = 100;

/**
 * One queue for all background work. Unsent mails and unfinished pictures become jobs. Mails keep their ids, which their
 * Message-IDs contain.
 */
export function createJobs(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("jobs")
        // Ids of finished jobs are never given again.
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) =>
          engine === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("key", "text")
        .addColumn("payload", "text", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("runAt", "bigint", (column) => column.notNull())
        .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("leasedUntil", "bigint")
        .addColumn("lastError", "text")
        .addColumn("failedAt", "bigint")
        .addUniqueConstraint("jobs_kind_key", ["kind", "key"])
        .execute();
      await db.schema
        .createIndex("jobs_due")
        .on("jobs")
        .columns(["kind", "runAt", "id"])
        .where(sql.ref("failedAt"), "is", null)
        .execute();
      await moveMails(db as Kysely<Tables>, engine);
      await db.schema.dropTable("mails").execute();
      await movePictures(db as Kysely<Tables>);
      await db.schema.dropIndex("productPictures_dueAt").execute();
      for (const column of ["dueAt", "attempts"])
        await db.schema.alterTable("productPictures").dropColumn(column).execute();
    },
  };
}

async function moveMails(db: Kysely<Tables>, engine: Engine) {
  const unsent = await db
    .selectFrom("mails")
    .selectAll()
    .where((eb) => eb.or([eb("dueAt", "is not", null), eb("givenUpAt", "is not", null)]))
    .orderBy("id")
    .execute();
  await insertJobs(db, unsent.map(jobOf));
  if (engine === "postgres" && unsent.length > 0) {
    await sql`select setval(pg_get_serial_sequence('jobs', 'id'), (select max(id) from jobs))`.execute(db);
  }
}

async function movePictures(db: Kysely<Tables>) {
  const unfinished = await db
    .selectFrom("productPictures")
    .select(["id", "dueAt"])
    .where("dueAt", "is not", null)
    .execute();
  const jobs = unfinished.map(({ id, dueAt }): JobRow => {
    const runAt = Number(dueAt);
    return { kind: "pictureSizes", key: id, payload: JSON.stringify({ pictureId: id }), createdAt: runAt, runAt };
  });
  await insertJobs(db, jobs);
}

async function insertJobs(db: Kysely<Tables>, jobs: JobRow[]) {
  for (let start = 0; start < jobs.length; start += rowsAtATime) {
    await db
      .insertInto("jobs")
      .values(jobs.slice(start, start + rowsAtATime))
      .execute();
  }
}

function jobOf({ id, createdAt, attempts, dueAt, lastError, givenUpAt, ...mail }: MailRow): JobRow {
  const { kind, recipient, orderNumber, orderEvent, alertId, answerId } = mail;
  const about = Object.entries({ orderNumber, orderEvent, alertId, answerId }).filter(([, value]) => value !== null);
  const payload = JSON.stringify({ kind, recipient, ...Object.fromEntries(about) });
  const runAt = dueAt ?? givenUpAt ?? createdAt;
  return { id, kind: "mail", payload, createdAt, runAt, attempts, lastError, failedAt: givenUpAt };
}
