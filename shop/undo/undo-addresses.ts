import type { Database } from "#database/connect.ts";
import { leaveAddresses, takeAddresses } from "../catalog/batches/apply-addresses.ts";
import { type AddressKind, type PastAddress, remember } from "../catalog/past-imports/remember-products.ts";
import { bumpCatalogVersion } from "../changes/catalog-version.ts";
import { productKinds } from "./act-rows.ts";

/**
 * Addresses go back once all products are back, in two rounds as an import changes them, so that products can swap them: all leave theirs, then each takes
 * its former one.
 */

const addressesPerStep = 150;

export type AddressEntry = readonly [id: string, address: PastAddress];

interface AddressStep {
  id: string;
  title: string;
  past: PastAddress;
  now: string | null;
  effect: "restored" | "kept" | "nothing";
}

/** Tells what becomes of some hundred products' addresses. Of products that aren't on sale nothing does. */
export async function planAddresses(
  db: Database,
  entries: AddressEntry[],
  { insists }: { insists: boolean },
): Promise<AddressStep[]> {
  if (entries.length === 0) return [];
  const pasts = new Map(entries);
  const products = db
    .selectFrom("products")
    .select(["id", "title", "address"])
    .where("id", "in", [...pasts.keys()]);
  return (await products.execute()).flatMap(({ id, title, address: now }) => {
    const past = pasts.get(id);
    if (!past) return [];
    const effect = now === past.before ? "nothing" : insists || now === past.after ? "restored" : "kept";
    return [{ id, title, past, now, effect }];
  });
}

/** The next addresses of an act, by their products. @param last the product that they come after */
export async function readAddresses(db: Database, act: string, last = "", kind: AddressKind = "address") {
  const rows = await addressesOf(db, act, kind).where("key", ">", last).limit(addressesPerStep).execute();
  return rows.map(toEntry);
}

/** The addresses of some products that an act has changed. */
export async function readAddressesOf(db: Database, act: string, ids: string[]) {
  if (ids.length === 0) return [];
  return (await addressesOf(db, act, "address").where("key", "in", ids).execute()).map(toEntry);
}

/** The next addresses of products of which an act has changed nothing else. */
export async function readLoneAddresses(db: Database, act: string, last: string) {
  const rows = await addressesOf(db, act, "address")
    .where("key", ">", last)
    .where(({ not, exists, selectFrom }) => {
      const products = selectFrom("actRows as others").select("others.key").where("others.act", "=", act);
      const same = products.where("others.kind", "in", productKinds).whereRef("others.key", "=", "actRows.key");
      return not(exists(same));
    })
    .limit(addressesPerStep)
    .execute();
  return rows.map(toEntry);
}

function addressesOf(db: Database, act: string, kind: AddressKind) {
  const rows = db.selectFrom("actRows").select(["key", "content"]).where("act", "=", act);
  return rows.where("kind", "=", kind).orderBy("key");
}

function toEntry({ key, content }: { key: string; content: string }): AddressEntry {
  return [key, JSON.parse(content)];
}

/** Gives some more products their addresses back. @returns whether there were any */
export async function undoSomeAddresses(transaction: Database, act: string, { insists }: { insists: boolean }) {
  const leaving = await readAddresses(transaction, act);
  if (leaving.length > 0) {
    await leaveSome(transaction, act, await planAddresses(transaction, leaving, { insists }));
    await drop(transaction, act, "address", leaving);
    return true;
  }
  const taking = await readAddresses(transaction, act, "", "freeAddress");
  if (taking.length === 0) return false;
  const wanted = taking.map(([id, { before }]) => ({ id, address: before }));
  await takeAddresses(transaction, wanted, await bumpCatalogVersion(transaction));
  await drop(transaction, act, "freeAddress", taking);
  return true;
}

async function leaveSome(transaction: Database, act: string, steps: AddressStep[]) {
  const entriesOf = (effect: AddressStep["effect"]) =>
    steps.flatMap((step) => (step.effect === effect ? [[step.id, step.past] as const] : []));
  const back = entriesOf("restored");
  if (back.length > 0) {
    const wanted = back.map(([id, { before }]) => ({ id, address: before }));
    await leaveAddresses(transaction, wanted, await bumpCatalogVersion(transaction));
  }
  await remember(
    transaction,
    act,
    "freeAddress",
    back.filter(([, { before }]) => before !== null),
  );
  await remember(transaction, act, "leftAddress", entriesOf("kept"));
}

async function drop(transaction: Database, act: string, kind: AddressKind, entries: AddressEntry[]) {
  const rows = transaction.deleteFrom("actRows").where("act", "=", act).where("kind", "=", kind);
  const ids = entries.map(([id]) => id);
  await rows.where("key", "in", ids).execute();
}

/** Addresses that stay can go back later. */
export async function leaveOtherAddresses(transaction: Database, act: string) {
  const left = transaction.updateTable("actRows").set({ kind: "address" }).where("act", "=", act);
  await left.where("kind", "=", "leftAddress").execute();
}
