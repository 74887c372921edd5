import type { Database } from "#database/connect.ts";

/** Pictures that only these products waited for aren't fetched any more. */
export async function stopFetching(db: Database, ids: string[]) {
  const uses = await db.deleteFrom("pictureFetchUses").where("productId", "in", ids).returning("fetchId").execute();
  if (uses.length === 0) return;
  await db
    .deleteFrom("pictureFetches")
    .where("state", "<>", "fetched")
    .where(
      "id",
      "in",
      uses.map(({ fetchId }) => fetchId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("pictureFetchUses").select("fetchId").whereRef("fetchId", "=", "pictureFetches.id"))),
    )
    .execute();
}
