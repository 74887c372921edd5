import { bringListsUpToDate } from "#shop/catalog/lists/build-catalog-lists.ts";
import { answerParent } from "./answer-parent.ts";
import { connectPlace, type DatabasePlace } from "./database-place.ts";

/** One of several processes that open a shop whose lists have to be made, at the same moment. */
await answerParent(async (place: DatabasePlace) => {
  const { db } = connectPlace(place);
  const products = await bringListsUpToDate(db);
  await db.destroy();
  return products;
});
