import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import type { OutboxMailsTable } from "#database/schema.ts";

/**
 * Keeps a mail while there is no mail server.
 *
 * @param message the whole mail, as a mail server would get it
 */
export type Outbox = (
  mail: { id: string; to: string; subject: string; text: string },
  message: Buffer,
) => Promise<void>;

/** Keeps each mail as one `.eml` file. */
export function fileOutbox(folder: string): Outbox {
  return async ({ id }, message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // A program that watches the folder never sees half a mail.
    const unfinished = join(folder, `.${id}.eml`);
    await writeFile(unfinished, message, { mode: 0o600 });
    await rename(unfinished, join(folder, `${id}.eml`));
  };
}

/** More are of no use to an owner who tries a shop out. */
export const mostOutboxMails = 200;
const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** Keeps the newest mails in the database, so that a shop on PostgreSQL needs no local disk. See docs/decisions/0162. */
export function databaseOutbox(db: Database, now: () => Date): Outbox {
  return async ({ id, to: recipient, subject, text }, message) => {
    const kept = { recipient, subject, text, message: message.toString("utf8"), createdAt: now().getTime() };
    await db.transaction().execute(async (trx) => {
      const mails = trx.insertInto("outboxMails").values({ id, ...kept });
      const insert = mails.onConflict((conflict) => conflict.column("id").doUpdateSet(kept)).compile();
      const newest = trx.selectFrom("outboxMails").select("id").orderBy("createdAt", "desc").orderBy("id", "desc");
      const older = trx.deleteFrom("outboxMails").where("id", "not in", newest.limit(mostOutboxMails)).compile();
      await pipeline(
        trx,
        (db) => db.executeQuery(insert),
        (db) => db.executeQuery(older),
      );
    });
  };
}

/** A kept mail, without its message. `createdAt` is in milliseconds since 1970 (UTC). */
export type OutboxMail = Omit<Selectable<OutboxMailsTable>, "message">;

/** The mails in the database, the newest first. Their links work, so only owners may see them. */
export function readOutboxMails(db: Database): Promise<OutboxMail[]> {
  return db
    .selectFrom("outboxMails")
    .select(["id", "recipient", "subject", "text", "createdAt"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** A mail as an `.eml` file. */
export async function readOutboxMessage(db: Database, id: string) {
  const mail = await db.selectFrom("outboxMails").select("message").where("id", "=", id).executeTakeFirst();
  return mail?.message;
}

/** Deletes mails whose links have long expired. */
export async function removeOldOutboxMails(db: Database, now: Date) {
  await db
    .deleteFrom("outboxMails")
    .where("createdAt", "<", now.getTime() - keptForMs)
    .execute();
}
