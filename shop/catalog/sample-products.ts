import { readFile } from "node:fs/promises";
import type { Database } from "#database/connect.ts";

const sample = new URL("../../catalog/products.json", import.meta.url);

/** How many products of the sample catalog are sold under the titles that they came with. */
export async function countSampleProducts(db: Database) {
  const products: { id: string; title: string }[] = JSON.parse(await readFile(sample, "utf8"));
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const sold = db.selectFrom("products").select(["id", "title"]);
  const found = await sold.where("id", "in", [...titles.keys()]).execute();
  return found.filter(({ id, title }) => titles.get(id) === title).length;
}
