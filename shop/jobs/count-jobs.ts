import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { databaseTime } from "#database/database-time.ts";
import { isFree } from "./claim-job.ts";

/** How many jobs of a kind there are, by what they wait for. */
export interface JobCounts {
  kind: string;
  /** Jobs that haven't failed, due or not. */
  waiting: number;
  /** Jobs that a process runs now. */
  running: number;
  /** Jobs that have failed, and will be tried again. */
  retrying: number;
  /** Jobs that were given up, in the last month. */
  failed: number;
  /** For how many milliseconds the job that has been due for longest has waited; 0 when none is due. */
  dueForMs: number;
}

/** Counts the jobs of each kind that has any. */
export function countJobs(db: Database): Promise<JobCounts[]> {
  const free = isFree(db);
  const time = databaseTime(db);
  return db
    .selectFrom("jobs")
    .select("kind")
    .select((eb) => {
      const isOpen = eb("failedAt", "is", null);
      const count = (...all: (typeof isOpen)[]) =>
        eb.fn.coalesce(eb.fn.sum<number>(eb.case().when(eb.and(all)).then(1).else(0).end()), sql.lit(0));
      const isDue = eb.and([isOpen, free(eb), eb("runAt", "<=", time)]);
      return [
        count(isOpen, free(eb), eb("lastError", "is", null)).as("waiting"),
        count(isOpen, eb.not(free(eb))).as("running"),
        count(isOpen, free(eb), eb("lastError", "is not", null)).as("retrying"),
        count(eb("failedAt", "is not", null)).as("failed"),
        eb.fn
          .coalesce(
            eb.fn.max<number>(
              eb
                .case()
                .when(isDue)
                .then(sql<number>`${time} - ${eb.ref("runAt")}`)
                .end(),
            ),
            sql.lit(0),
          )
          .as("dueForMs"),
      ];
    })
    .groupBy("kind")
    .execute();
}
