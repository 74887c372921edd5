import { answerParent } from "./answer-parent.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";

const rounds = 25;

/** One of several processes that increment the same counter in transactions that read and then write. */
await answerParent(async (location: DatabaseLocation) => {
  const { db } = connectAt(location);
  for (let round = 0; round < rounds; round++) {
    await db.transaction().execute(async (trx) => {
      const { value } = await trx.selectFrom("settings").select("value").executeTakeFirstOrThrow();
      await trx
        .updateTable("settings")
        .set({ value: String(Number(value) + 1) })
        .execute();
    });
  }
  await db.destroy();
  return rounds;
});
