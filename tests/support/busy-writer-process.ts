import { sql } from "kysely";
import { connectSqlite } from "#database/connect.ts";
import { answerParent } from "./answer-parent.ts";

const writersPerProcess = 16;

/** One of several processes that write without a pause, all at once. Answers how many of its transactions failed. */
await answerParent(async ({ file, forMs }: { file: string; forMs: number }) => {
  const { db } = connectSqlite(file);
  const until = performance.now() + forMs;
  let failed = 0;
  async function write() {
    while (performance.now() < until) {
      const counting = db.transaction().execute(async (trx) => {
        for (let rows = 0; rows < 8; rows++) await sql`update counters set value = value + 1`.execute(trx);
      });
      await counting.catch(() => failed++);
    }
  }
  await Promise.all(Array.from({ length: writersPerProcess }, write));
  await db.destroy();
  return failed;
});
