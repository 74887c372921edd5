import type { Connection } from "#database/connect.ts";
import type { Config } from "#server/environment/config.ts";

/** What a check has found out. */
export interface Finding {
  /** What was looked at: "Database". */
  check: string;
  /** Problems keep the shop from working, warnings are worth a look. What needs the database is skipped without it. */
  level: "ok" | "warning" | "problem" | "skipped";
  /** What is the case, without secrets. */
  text: string;
  /** What to do about it. */
  advice?: string;
}

/** What checks look at. */
export interface Setup {
  config: Readonly<Config>;
  connection: Connection;
}

/** Looks at one part of a set-up. It may take ten seconds. */
export interface Check {
  name: string;
  needsDatabase?: boolean | ((config: Setup["config"]) => boolean);
  look: (setup: Setup) => Promise<Result> | Result;
}

export type Result = Omit<Finding, "check">;

export function ok(text: string): Result {
  return { level: "ok", text };
}

export function warning(text: string, advice: string): Result {
  return { level: "warning", text, advice };
}

export function problem(text: string, advice: string): Result {
  return { level: "problem", text, advice };
}
