import { answerParent } from "./answer-parent.ts";
import { connectPlace, type DatabasePlace } from "./database-place.ts";

const rounds = 25;

/** One of several processes that raise the same counter, each time with a transaction that reads and then writes. */
await answerParent(async (place: DatabasePlace) => {
  const { db } = connectPlace(place);
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
