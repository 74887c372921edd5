import { readFile } from "node:fs/promises";
import type { Database } from "#database/connect.ts";

/** This file is as deep in the project as the bundle (`server/rolldown.config.ts`). */
const sample = new URL("../../catalog/products.json", import.meta.url);

/** The products of the sample catalog: their titles, by id. */
async function readSample() {
  const products: { id: string; title: string }[] = JSON.parse(await readFile(sample, "utf8"));
  return new Map(products.map(({ id, title }) => [id, title]));
}

/** The products of the sample catalog that are sold under the titles that they came with: their numbers, ascending. An owner's new title keeps a product. */
export async function findSampleNumbers(db: Database) {
  const titles = await readSample();
  const sold = db.selectFrom("products").select(["id", "title", "number"]);
  const found = await sold
    .where("id", "in", [...titles.keys()])
    .orderBy("number")
    .execute();
  return found.filter(({ id, title }) => titles.get(id) === title).map(({ number }) => number);
}

/** How many products of the sample catalog are sold. */
export async function countSampleProducts(db: Database) {
  return (await findSampleNumbers(db)).length;
}

/** Those of some categories that have other products than the sample's. */
export async function readOwnCategories(db: Database, slugs: string[]) {
  const ids = [...(await readSample()).keys()];
  const own = slugs.map(async (slug) => {
    const products = db.selectFrom("products").select("category").where("category", "=", slug);
    return (await products.where("id", "not in", ids).limit(1).executeTakeFirst())?.category;
  });
  return new Set(await Promise.all(own));
}
