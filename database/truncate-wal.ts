import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { DatabaseUnavailableError } from "./unavailable-error.ts";

const maxAttempts = 5;
const pauseMs = 100;

/**
 * Shrinks SQLite's write-ahead log, which keeps its size after a large transaction. While others keep reading it, it stays large until the next
 * attempt. PostgreSQL manages its own log.
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
    // The writes are safe in the log.
    if (error instanceof DatabaseUnavailableError) return false;
    throw error;
  }
}
