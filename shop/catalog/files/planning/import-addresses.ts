import type { Database } from "#database/connect.ts";
import { maxRedirects } from "../../../redirects/redirect-map.ts";
import { hasRoomForRedirects } from "../../../redirects/redirects.ts";
import { readStoredProducts } from "../../products/product-ids.ts";
import { nameOf } from "../reading/catalog-file.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { type CsvPlaces, throwIfAny } from "./import-ids.ts";
import type { RowSpool } from "./row-spool.ts";

type Products = Pick<RowSpool, "ids" | "addresses">;

const textsPerRead = 500;

/**
 * Rejects a file after which two products would have one address, be it their own or their ID. Products may swap addresses.
 *
 * @throws CatalogFileError
 */
export async function checkAddresses(
  db: Database,
  { ids, addresses }: Products,
  { csv, replace = false }: { csv: Pick<CsvPlaces, "lines">; replace?: boolean | undefined },
) {
  await checkRoom(db, await readAddresses(db, "id", [...addresses.keys()]), addresses);
  const named = new Set(ids);
  const wanted = [...addresses.values()].filter((address) => address !== null);
  const known = await readAddresses(db, "address", [...ids, ...wanted.filter((address) => !named.has(address))]);
  const kept = known.filter(({ id, isSold }) => !addresses.has(id) && !(replace && isSold && !named.has(id)));
  const owners = new Map(kept.map(({ id, address }) => [address, id]));
  if (owners.size === 0 && wanted.length === 0) return;
  const otherIds = await readIds(db, wanted, replace);
  const problems = ids.flatMap((id, index) => {
    const problem = problemOf(id, addresses.get(id), { owners, isId: (text) => named.has(text) || otherIds.has(text) });
    return problem ? [`${nameOf({ id }, index + 1, csv.lines[index])}: ${problem}`] : [];
  });
  throwIfAny(problems);
}

interface Taken {
  /** The ids of the products that have the addresses; gets those of the file. */
  owners: Map<string, string>;
  isId: (text: string) => boolean;
}

function problemOf(id: string, address: string | null | undefined, { owners, isId }: Taken) {
  const holder = owners.get(id);
  if (holder !== undefined && holder !== id) return `this id is the address of product "${holder}"`;
  if (typeof address !== "string") return undefined;
  if (isId(address)) return `address "${address}" is the id of another product`;
  const owner = owners.get(address);
  if (owner !== undefined) return `address "${address}" is already the address of product "${owner}"`;
  owners.set(address, id);
  return undefined;
}

/** The products and archived products with addresses of their own of which either the ID or the address is one of some. */
async function readAddresses(db: Database, column: "id" | "address", texts: string[]) {
  const found: { id: string; address: string; isSold: boolean }[] = [];
  for (let start = 0; start < texts.length; start += textsPerRead) {
    const some = texts.slice(start, start + textsPerRead);
    for (const table of ["products", "archivedProducts"] as const) {
      const query = db.selectFrom(table).select(["id", "address"]).where(column, "in", some);
      for (const { id, address } of await query.where("address", "is not", null).execute())
        found.push({ id, address: address ?? "", isSold: table === "products" });
    }
  }
  return found;
}

async function checkRoom(db: Database, known: { id: string; address: string }[], addresses: Products["addresses"]) {
  const left = known.filter(({ id, address }) => addresses.has(id) && addresses.get(id) !== address).length;
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
