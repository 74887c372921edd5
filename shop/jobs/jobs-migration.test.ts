import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { migrate, migrations } from "#database/migrate.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../tests/support/databases.ts";
import { readUnsentMails } from "../mail/unsent-mails.ts";
import { enqueue } from "./enqueue.ts";

const now = Date.UTC(2026, 10, 21, 12);
const day = 24 * 60 * 60_000;

const mail = { kind: "order", recipient: "ada@example.com", orderNumber: "ABCDEFGHIJ", createdAt: now };
const mails = [
  { ...mail, id: 7, attempts: 2, dueAt: now + 30_000, lastError: "Busy" },
  { ...mail, id: 8, attempts: 1, doneAt: now },
  { ...mail, id: 9, kind: "orderStep", orderEvent: 2, attempts: 13, givenUpAt: now + 3 * day, lastError: "Refused" },
];
const picture = { side: 800, createdAt: now, address: "/pictures/uploaded/x-800.webp", attempts: 1 };

forEachEngine((_, engine) => {
  test("unsent mails and unfinished pictures of an older shop become jobs", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const older = db as unknown as Kysely<{ mails: (typeof mails)[number]; productPictures: { id: string } }>;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
    await migrator.migrateTo("019-catalog-upload-parts");
    for (const row of mails) await older.insertInto("mails").values(row).execute();
    for (const [id, dueAt] of [
      ["made", null],
      ["unfinished", now],
    ])
      await older
        .insertInto("productPictures")
        .values({ id: String(id), ...picture, dueAt, master: Buffer.from("master") } as { id: string })
        .execute();
    await migrate(connection);
    const { kind, recipient, orderNumber } = mail;
    const about = { recipient, orderNumber, createdAt: now };
    expect(await readUnsentMails(db)).toEqual([
      {
        ...{ id: 9, ...about, kind: "orderStep", orderEvent: 2, attempts: 13 },
        ...{ runAt: null, lastError: "Refused", failedAt: now + 3 * day },
      },
      { id: 7, ...about, kind, attempts: 2, runAt: now + 30_000, lastError: "Busy", failedAt: null },
    ]);
    expect(
      await db.selectFrom("jobs").select(["key", "payload", "runAt"]).where("kind", "=", "pictureSizes").execute(),
    ).toEqual([{ key: "unfinished", payload: '{"pictureId":"unfinished"}', runAt: now }]);
    await enqueue(db, "cleanUp", { payload: null, now: new Date(now) });
    const [newest] = await db.selectFrom("jobs").select("id").where("kind", "=", "cleanUp").execute();
    expect(newest?.id, "ids of mails are never given again").toBeGreaterThan(9);
  });
});
