import { updateSearchIndex } from "#shop/catalog/lists/search/search-index.ts";
import { answerParent } from "./answer-parent.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";

/** One of several processes that open a shop without a search index at the same moment. */
await answerParent(async (location: DatabaseLocation) => {
  const { db } = connectAt(location);
  const products = await updateSearchIndex(db);
  await db.destroy();
  return products;
});
