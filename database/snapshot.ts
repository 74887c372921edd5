import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { type Connection, connectSqlite, type Database, engineOf } from "./connect.ts";

/** Reads a consistent snapshot while others write. On SQLite that is a temporary copy. */
export async function withSnapshot<Result>(db: Database, read: (snapshot: Database) => Promise<Result>) {
  if (engineOf(db) === "sqlite") {
    return inTemporaryFolder(async (folder) => {
      const file = join(folder, "snapshot.db");
      await copySqlite(db, file);
      return inSqlite(file, (copy) => read(copy.db));
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

/** Opens the SQLite database in a file (created if missing), runs the work and closes it. */
export async function inSqlite<Result>(file: string, work: (connection: Connection) => Promise<Result>) {
  const connection = connectSqlite(file);
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
