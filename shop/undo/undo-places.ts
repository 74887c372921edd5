import type { Database } from "#database/connect.ts";
import { moveProducts } from "../catalog/batches/move-products.ts";
import { remember } from "../catalog/past-imports/remember-products.ts";
import { nextPosition } from "../catalog/products/archive-product.ts";
import type { UndoStep } from "../catalog/undo/plan-undo.ts";
import { bumpCatalogVersion } from "../changes/catalog-version.ts";

/** Places go back with their products. Those that came after the act may have them, too, until all are back. */

const placesPerStep = 300;

/** Remembers which products got their places in the catalog back. */
export async function rememberPlaces(transaction: Database, act: string, steps: UndoStep[]) {
  const back = steps.filter(({ effect, before, after }) =>
    before ? after && before.position !== after.position : effect === "returned",
  );
  await remember(
    transaction,
    act,
    "place",
    back.map(({ id }) => [id, {}] as const),
  );
}

/** Moves products to the catalog's end whose places some more others got back. @returns whether there were any to look at */
export async function separateSomePlaces(transaction: Database, act: string) {
  const noted = await placesOf(transaction, act).orderBy("key").limit(placesPerStep).execute();
  if (noted.length === 0) return false;
  const ids = noted.map(({ key }) => key);
  const leaving = await findLeaving(transaction, act, ids);
  if (leaving.length > 0) {
    const first = await nextPosition(transaction);
    const moved = leaving.map(({ number }, at) => ({ number, position: first + at }));
    await moveProducts(transaction, moved, await bumpCatalogVersion(transaction));
  }
  const notes = transaction.deleteFrom("actRows").where("act", "=", act).where("kind", "=", "place");
  await notes.where("key", "in", ids).execute();
  return true;
}

function placesOf(transaction: Database, act: string) {
  return transaction.selectFrom("actRows").select("key").where("act", "=", act).where("kind", "=", "place");
}

/** The products that share a place with some that came back. One of those keeps it. */
async function findLeaving(transaction: Database, act: string, ids: string[]) {
  const places = transaction.selectFrom("products").select("position").where("id", "in", ids);
  const rows = await transaction
    .selectFrom("products")
    .select(["id", "number", "position"])
    .where("position", "in", places)
    .orderBy("position")
    .orderBy("number")
    .execute();
  const found = placesOf(transaction, act).where(
    "key",
    "in",
    rows.map(({ id }) => id),
  );
  const back = new Set(rows.length > 0 ? (await found.execute()).map(({ key }) => key) : []);
  return [...Map.groupBy(rows, ({ position }) => position).values()].flatMap((sharing) => {
    const staying = sharing.find(({ id }) => back.has(id)) ?? sharing[0];
    return sharing.filter((row) => row !== staying);
  });
}
