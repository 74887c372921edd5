import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { type Connection, connectCopy, type Database, engineOf } from "./connect.ts";

/** Reads a consistent snapshot while others write. On SQLite that is a temporary copy. */
export async function withSnapshot<Result>(db: Database, read: (snapshot: Database) => Promise<Result>) {
  if (engineOf(db) === "sqlite") {
    return inTemporaryFolder(async (folder) => {
      const file = join(folder, "snapshot.db");
      await copySqlite(db, file);
      return inCopy(file, (copy) => read(copy.db));
    });
  }
  return db.connection().execute(async (snapshot) => {
    await sql`begin isolation level repeatable read read only`.execute(snapshot);
    try {
      return await read(snapshot);
    } finally {
      await sql`rollback`.execute(snapshot);
    }
  });
}

/** Copies a consistent snapshot of a SQLite database into a file, replacing it. */
export async function copySqlite(db: Database, file: string) {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const source = new DatabaseSync(String(rows[0]?.file), { readOnly: true });
  try {
    // In a read transaction, the copy doesn't restart at every write.
    source.exec("begin; select count(*) from sqlite_master");
    await backup(source, file);
  } finally {
    source.close();
  }
}

/** Opens a SQLite file for this process alone (created if missing), runs the work and closes it. Delete the file if the work fails. */
export async function inCopy<Result>(file: string, work: (connection: Connection) => Promise<Result>) {
  const connection = connectCopy(file);
  try {
    return await work(connection);
  } finally {
    await connection.db.destroy();
  }
}

/** Runs work with a temporary folder that no other user can read. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), "torg-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
