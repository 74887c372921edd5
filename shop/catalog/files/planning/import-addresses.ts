import type { Database } from "#database/connect.ts";
import { maxRedirects } from "../../../redirects/redirect-map.ts";
import { hasRoomForRedirects } from "../../../redirects/redirects.ts";
import { readStoredProducts } from "../../products/product-ids.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import type { FileProduct, FileProducts } from "../reading/file-products.ts";
import { ProductProblems } from "./import-ids.ts";

const productsPerRead = 500;

/**
 * Rejects a file after which two products would have one address, be it their own or their ID. Products may swap addresses.
 *
 * @throws CatalogFileError
 */
export async function checkAddresses(db: Database, products: FileProducts, replace = false) {
  const problems = new ProductProblems();
  let left = 0;
  for (const some of products.batches(productsPerRead)) {
    const before = await readAddresses(
      db,
      "id",
      some.flatMap(({ id, hasAddress }) => (hasAddress ? id : [])),
    );
    const wantedBy = new Map(some.map(({ id, address }) => [id, address]));
    left += before.filter(({ id, address }) => wantedBy.get(id) !== address).length;
    const wanted = some.flatMap(({ address }) => address ?? []);
    const owners = await readOwners(db, [...wantedBy.keys(), ...wanted], { products, replace });
    if (owners.size === 0 && wanted.length === 0) continue;
    const otherIds = await readIds(db, wanted, replace);
    const isId = (text: string) => products.has(text) || otherIds.has(text);
    for (const product of some) {
      const problem = problemOf(product, { owners, products, isId });
      if (problem) problems.add(product, problem);
    }
  }
  await checkRoom(db, left);
  problems.throwIfAny();
}

interface Taken {
  /** The ids of the shop's products that keep the addresses. */
  owners: Map<string, string>;
  products: FileProducts;
  isId: (text: string) => boolean;
}

function problemOf({ id, address }: FileProduct, { owners, products, isId }: Taken) {
  const holder = owners.get(id);
  if (holder !== undefined && holder !== id) return `this id is the address of product "${holder}"`;
  if (address === null) return undefined;
  if (isId(address)) return `address "${address}" is the id of another product`;
  const owner = owners.get(address) ?? products.firstAt(address);
  return owner === undefined || owner === id
    ? undefined
    : `address "${address}" is already the address of product "${owner}"`;
}

/** The products that keep some addresses, by those. */
async function readOwners(
  db: Database,
  texts: string[],
  { products, replace }: { products: FileProducts; replace: boolean },
) {
  const known = await readAddresses(db, "address", [...new Set(texts)]);
  const kept = known.filter(({ id, isSold }) => !products.hasAddress(id) && !(replace && isSold && !products.has(id)));
  return new Map(kept.map(({ id, address }) => [address, id]));
}

/** The products and archived products with addresses of their own of which either the ID or the address is one of some. */
async function readAddresses(db: Database, column: "id" | "address", texts: string[]) {
  const found: { id: string; address: string; isSold: boolean }[] = [];
  if (texts.length === 0) return found;
  for (const table of ["products", "archivedProducts"] as const) {
    const query = db.selectFrom(table).select(["id", "address"]).where(column, "in", texts);
    for (const { id, address } of await query.where("address", "is not", null).execute())
      found.push({ id, address: address ?? "", isSold: table === "products" });
  }
  return found;
}

/** @param left how many addresses lead elsewhere from now on */
async function checkRoom(db: Database, left: number) {
  if (left === 0 || (await hasRoomForRedirects(db, left))) return;
  throw new CatalogFileError(
    `This file changes ${left.toLocaleString("en")} addresses, and links to the old ones would break: a shop has at most ${maxRedirects.toLocaleString("en")} redirects`,
  );
}

/** Which of some texts are ids of products, archived products and drafts; with `replace`, the file has all others. */
async function readIds(db: Database, texts: string[], replace: boolean) {
  const stored = await readStoredProducts(db, texts);
  return new Set(stored.flatMap(({ id, table }) => (replace && table === "products" ? [] : [id])));
}
