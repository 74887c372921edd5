import type { Database } from "#database/connect.ts";
import { maxRedirects } from "../../../redirects/redirect-map.ts";
import { hasRoomForRedirects } from "../../../redirects/redirects.ts";
import { nameOf } from "../reading/catalog-file.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { type CsvPlaces, throwIfAny } from "./import-ids.ts";
import type { RowSpool } from "./row-spool.ts";

type Products = Pick<RowSpool, "ids" | "addresses">;

const idsPerRead = 500;

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
  const known = await readAddresses(db);
  await checkRoom(db, known, addresses);
  const named = new Set(ids);
  const kept = known.filter(({ id, isSold }) => !addresses.has(id) && !(replace && isSold && !named.has(id)));
  const owners = new Map(kept.map(({ id, address }) => [address, id]));
  const wanted = [...addresses.values()].filter((address) => address !== null);
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

async function readAddresses(db: Database) {
  const read = async (table: "products" | "archivedProducts") => {
    const rows = await db.selectFrom(table).select(["id", "address"]).where("address", "is not", null).execute();
    return rows.map(({ id, address }) => ({ id, address: address ?? "", isSold: table === "products" }));
  };
  return [...(await read("products")), ...(await read("archivedProducts"))];
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
  const found = new Set<string>();
  const tables = [...(replace ? [] : ["products" as const]), "archivedProducts" as const, "draftProducts" as const];
  for (let start = 0; start < texts.length; start += idsPerRead) {
    const some = texts.slice(start, start + idsPerRead);
    for (const table of tables) {
      for (const { id } of await db.selectFrom(table).select("id").where("id", "in", some).execute()) found.add(id);
    }
  }
  return found;
}
