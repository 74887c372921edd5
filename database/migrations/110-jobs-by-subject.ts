import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex } from "./103-large-lists.ts";

/** Finds the jobs about an order (by its number) or else a withdrawal (by its id). */
export function subjectIndexes(engine: Engine): LargeIndex[] {
  const payload = engine === "postgres" ? "cast(payload as json)" : "payload";
  const subject = `coalesce(${payload} ->> 'orderNumber', ${payload} ->> 'withdrawalId')`;
  return [{ name: "jobs_subject", table: "jobs", columns: `(${subject})`, where: `${subject} is not null` }];
}

/** Lets an order's screen find its emails, however many jobs wait. See docs/decisions/0500. */
export function indexJobsBySubject(engine: Engine) {
  return indexLarge(engine, subjectIndexes(engine), "110");
}
