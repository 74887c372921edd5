import type { Database } from "#database/connect.ts";
import { storedSynonyms } from "./lists/search/synonyms.ts";

/** Words that shoppers of the sample catalog type for what it calls otherwise. */
const synonyms = [
  "armchair, couch, sofa, settee",
  "gift, present, scented candle, reed diffuser",
  "washbasin, sink",
  "bookshelf, bookcase",
].join("\n");

/** Gives a new shop the sample catalog's synonyms, which other processes see with the version of the catalog that follows. */
export async function addSampleSynonyms(db: Database) {
  await db
    .insertInto("settings")
    .values({ key: storedSynonyms.key, value: JSON.stringify({ synonyms }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
