import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { DatabaseUnavailableError } from "./unavailable-error.ts";

const maxAttempts = 5;
const pauseMs = 100;

/**
 * Gives the disk back what a large transaction took of SQLite's write-ahead log, which keeps its size otherwise. A log that others read all the time
 * stays as large, until the next try; PostgreSQL looks after its own.
 */
export async function truncateWal(db: Database) {
  if (engineOf(db) !== "sqlite") return;
  for (let attempts = 1; !(await truncate(db)) && attempts < maxAttempts; attempts++) await sleep(pauseMs);
}

async function truncate(db: Database) {
  try {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return rows[0]?.busy === 0;
  } catch (error) {
    // What was written is safe in the log.
    if (error instanceof DatabaseUnavailableError) return false;
    throw error;
  }
}
