import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { jsonItems } from "#database/insert-rows.ts";
import { bumpSettingsVersion } from "../../changes/change-settings.ts";
import { dropRedirects, redirectFormer } from "../../redirects/redirects.ts";
import { productAddress } from "../../values/product-address.ts";

/**
 * An import changes addresses last, and in two rounds: first all products leave their old ones, which then lead to their IDs, and then they get
 * the new ones. So any number of products may swap addresses, and no transaction is long.
 */

export interface NewAddress {
  id: string;
  /** null for the ID. */
  address: string | null;
}

/** Some hundred products at most leave the addresses that they don't keep. @param version the catalog's, which the transaction has bumped */
export async function leaveAddresses(transaction: Database, wanted: NewAddress[], version: number) {
  const kept = new Map(wanted.map(({ id, address }) => [id, address]));
  const rows = await transaction
    .selectFrom("products")
    .select(["id", "address"])
    .where("id", "in", [...kept.keys()])
    .where("address", "is not", null)
    .execute();
  const left = rows.filter(({ id, address }) => kept.get(id) !== address);
  if (left.length === 0) return;
  const ids = left.map(({ id }) => id);
  await transaction.updateTable("products").set({ address: null, version }).where("id", "in", ids).execute();
  await bumpSettingsVersion(transaction);
  await redirectFormer(transaction, left);
}

/** Some hundred products at most get their new addresses. One that another product has got since the file was checked stays with that one. */
export async function takeAddresses(transaction: Database, wanted: NewAddress[], version: number) {
  const taken = await readOwners(
    transaction,
    wanted.flatMap(({ address }) => address ?? []),
  );
  const free = wanted.filter(({ id, address }) => address !== null && (taken.get(address) ?? id) === id);
  const items = jsonItems(
    transaction,
    free.map(({ id, address }) => [id, address]),
  );
  await sql`update products set address = wanted.address, version = ${sql.lit(version)}
    from (select value ->> 0 as id, value ->> 1 as address from ${items}) as wanted
    where wanted.id = products.id`.execute(transaction);
  await dropRedirects(transaction, free.map(productAddress));
}

/** Which products are at some addresses, by those. */
async function readOwners(db: Database, addresses: string[]) {
  const owners = new Map<string, string>();
  for (const table of ["products", "archivedProducts"] as const) {
    const rows = db.selectFrom(table).select(["id", "address"]);
    const found = rows.where((eb) => eb.or([eb("id", "in", addresses), eb("address", "in", addresses)]));
    for (const { id, address } of await found.execute()) owners.set(id, id).set(address ?? id, id);
  }
  const drafts = await db.selectFrom("draftProducts").select("id").where("id", "in", addresses).execute();
  for (const { id } of drafts) owners.set(id, id);
  return owners;
}

/** Takes IDs from other products that have them as addresses: they leave them later, or have got them since the file was checked. */
export async function freeIds(transaction: Database, ids: string[], version: number) {
  for (const table of ["products", "archivedProducts"] as const)
    await transaction.updateTable(table).set({ address: null, version }).where("address", "in", ids).execute();
}
