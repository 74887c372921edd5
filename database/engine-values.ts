import type { Engine } from "./connect.ts";

/** A truth value as the accounts library keeps it: SQLite has numbers for them. */
export function booleanValue(engine: Engine, value: boolean) {
  return engine === "postgres" ? value : Number(value);
}

/** A point in time as the accounts library keeps it: SQLite has texts for them. */
export function timeValue(engine: Engine, time: Date) {
  return engine === "postgres" ? time : time.toISOString();
}
