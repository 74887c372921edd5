import type { Engine } from "./connect.ts";

/** A boolean as the accounts library stores it: a number on SQLite. */
export function booleanValue(engine: Engine, value: boolean) {
  return engine === "postgres" ? value : Number(value);
}

/** A time as the accounts library stores it: text on SQLite. */
export function timeValue(engine: Engine, time: Date) {
  return engine === "postgres" ? time : time.toISOString();
}
