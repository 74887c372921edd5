import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { eventually } from "../tests/support/eventually.ts";
import { startPostgres } from "../tests/support/start-postgres.ts";
import { connectPostgres, type Database } from "./connect.ts";
import { DatabaseUnavailableError } from "./unavailable-error.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

testOnPostgres("of several servers, writes go to the one that accepts them, also after a failover", async () => {
  const primary = await start();
  const replica = await start(primary.url);
  const db = connect(replica.url, primary.url);
  await sql`create table notes (note text)`.execute(db);
  await note(db, "first");
  expect(await portOf(db)).toBe(new URL(primary.url).port);
  await hasCopied(replica.url, "first");

  primary.crash();
  await expect(note(db, "lost")).rejects.toThrow(DatabaseUnavailableError);
  await expect(note(db, "lost")).rejects.toThrow(/^No server can be used \(.*The server accepts no writes.*\)$/);
  replica.promote();
  await note(db, "second");
  expect(await readNotes(db)).toEqual(["first", "second"]);
  expect(await portOf(db)).toBe(new URL(replica.url).port);
});

testOnPostgres("a server that accepts no more writes, or hangs, is left for one that does better", async () => {
  const [former, next] = [await start(), await start()];
  await setReadOnly(next.url, true);
  const [alone, db] = [connect(`${former.url}?target_session_attrs=read-write`), connect(former.url, next.url)];
  await sql`create table notes (note text)`.execute(db);
  // Several connections are open, as in a busy shop.
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  await setReadOnly(former.url, true);
  // Open connections hear of it a moment later.
  await eventually(() => expect(note(db, "refused")).rejects.toThrow(DatabaseUnavailableError));
  await expect(portOf(alone)).rejects.toThrow(DatabaseUnavailableError);

  await setReadOnly(next.url, false);
  await sql`create table notes (note text)`.execute(db);
  await Promise.all(Array.from({ length: 5 }, () => note(db, "after")));
  expect(await readNotes(db)).toEqual(Array(5).fill("after"));
  await setReadOnly(former.url, false);
  expect(await portOf(alone)).toBe(new URL(former.url).port);

  next.signal("SIGSTOP");
  onTestFinished(() => next.signal("SIGCONT"));
  await expect(portOf(db)).rejects.toThrow(DatabaseUnavailableError);
  expect(await portOf(db)).toBe(new URL(former.url).port);
});

async function start(primaryUrl?: string) {
  const server = await startPostgres(primaryUrl ? { primaryUrl } : {});
  onTestFinished(server.stop);
  return server;
}

/** Connects to servers of which the first has the whole URL. */
function connect(first: string, ...others: string[]) {
  const hosts = [first, ...others].map((url) => new URL(url).host);
  const { db } = connectPostgres(first.replace(new URL(first).host, hosts.join(",")));
  onTestFinished(() => db.destroy());
  return db;
}

async function note(db: Database, text: string) {
  await sql`insert into notes values (${text})`.execute(db);
}

async function readNotes(db: Database) {
  const { rows } = await sql<{ note: string }>`select note from notes order by note`.execute(db);
  return rows.map(({ note }) => note);
}

async function portOf(db: Database) {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
  return String(rows[0]?.port);
}

/** Waits until a replica has a note. */
async function hasCopied(url: string, text: string) {
  const db = connect(url);
  await eventually(async () => expect(await readNotes(db)).toEqual([text]));
}

/** Lets a server refuse writes, as one does that has become a replica, or accept them again. */
async function setReadOnly(url: string, isReadOnly: boolean) {
  const state = isReadOnly ? "on" : "off";
  await withConnection(url, async (db) => {
    await sql`set default_transaction_read_only = off`.execute(db);
    await sql`alter system set default_transaction_read_only = ${sql.lit(state)}`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
  });
  await eventually(() =>
    withConnection(url, async (db) => {
      const { rows } = await sql`show default_transaction_read_only`.execute(db);
      expect(rows).toEqual([{ default_transaction_read_only: state }]);
    }),
  );
}

async function withConnection(url: string, work: (db: Database) => Promise<void>) {
  const { db } = connectPostgres(url);
  try {
    await db.connection().execute(work);
  } finally {
    await db.destroy();
  }
}
