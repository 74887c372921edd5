import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** Keeps mails about orders as their customer saw them, and the names of their files. Mails that were sent before have neither. */
export function addSentHtml(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("sentMails")
        .addColumn("html", engine === "postgres" ? "bytea" : "blob")
        .execute();
      await db.schema.alterTable("sentMails").addColumn("attachments", "text").execute();
    },
  };
}
