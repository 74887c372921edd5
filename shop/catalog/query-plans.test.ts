import { join } from "node:path";
import { createQueryId, type KyselyPlugin, type RootOperationNode } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { generateCatalog } from "../../bench/support/generate-catalog.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { readCatalogRevision } from "./catalog-revision.ts";
import { parseFilter } from "./filters.ts";
import { importCatalog } from "./import-catalog.ts";
import { countProducts, readProductIds } from "./product-ids.ts";
import { readBrand, readNamedBrands, readProduct, readProductPage, readTrending } from "./read-products.ts";
import { sorts } from "./sorts.ts";

/** All that home, lists, product pages and the sitemap ask the database. */
async function readEveryPage(db: Database) {
  await readCatalogRevision(db);
  await readTrending(db);
  await readProduct(db, "product-12345");
  await readNamedBrands(db);
  await readBrand(db, "nord-1");
  await countProducts(db);
  for await (const _ of readProductIds(db, { skip: 5000, limit: 6000 }));
  for (const filter of [undefined, "inStock", "meat", "brand-nord-1"].map((value) => parseFilter(value ?? null))) {
    for (const sort of [undefined, ...sorts.map(({ value }) => value)]) {
      for (const page of [1, 40, 10_000]) {
        const { products } = await readProductPage(db, { filter, sort, page });
        expect(products.length).toBeGreaterThan(0);
      }
    }
  }
}

/** Every query that was run, and how the engine goes about it: on SQLite in steps, on PostgreSQL in nodes. */
async function plansOf(db: Database, engine: string, nodes: RootOperationNode[]) {
  const plans: { sql: string; steps: string[] }[] = [];
  for (const node of nodes) {
    const query = db.getExecutor().compileQuery(node, createQueryId());
    const explain = engine === "postgres" ? "explain (format json)" : "explain query plan";
    const { rows } = await db.executeQuery<Record<string, unknown>>({ ...query, sql: `${explain} ${query.sql}` });
    const steps = engine === "postgres" ? nodesIn(rows[0]?.["QUERY PLAN"]) : rows.map(({ detail }) => String(detail));
    plans.push({ sql: query.sql, steps });
  }
  return plans;
}

function nodesIn(plan: unknown): string[] {
  if (typeof plan !== "object" || plan === null) return [];
  const { "Node Type": type, "Relation Name": table } = plan as Record<string, unknown>;
  const own = type ? [`${type} ${table ?? ""}`] : [];
  return [...own, ...Object.values(plan).flatMap(nodesIn)];
}

/** Whether a step reads a whole table, or sorts what an index could have given sorted. */
function isSlow(step: string) {
  return (
    /^SCAN (?!CONSTANT ROW)(?!.* USING (COVERING )?INDEX )|USE TEMP B-TREE/.test(step) ||
    /^Seq Scan (products|productRanks|catalogLists)$/.test(step)
  );
}

forEachEngine((openDatabase, engine) => {
  test("no page reads through the whole catalog, or sorts it", async () => {
    const { db } = await openDatabase();
    const file = join(await temporaryFolder(), "catalog.json");
    await generateCatalog(file, 20_000);
    await importCatalog(db, file);

    const nodes: RootOperationNode[] = [];
    const recording: KyselyPlugin = {
      transformQuery({ node }) {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await readEveryPage(db.withPlugin(recording));

    const plans = await plansOf(db, engine, nodes);
    expect(plans.length).toBeGreaterThan(100);
    expect(plans.filter(({ steps }) => steps.length === 0)).toEqual([]);
    expect(plans.filter(({ steps }) => steps.some(isSlow))).toEqual([]);
  });
});
