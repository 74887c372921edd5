import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fixedFilters } from "#shop/catalog/filters/filters.ts";
import { readCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { sorts } from "#shop/catalog/lists/sorts.ts";
import { plainBrowser } from "../tests/support/plain-browser.ts";
import { type Engine, openRunningShop } from "../tests/support/running-shop.ts";
import { generateCatalog, generateVariants } from "./support/generate-catalog.ts";
import { importInProcess } from "./support/import-in-process.ts";
import { median, type Table } from "./support/results.ts";

const products = 100_000;
const rounds = 3;
/** How often single pages are opened in each round, as there are many lists, but one of each of these. */
const visitsOfOthers = 15;

const catalogs = { flat: generateCatalog, "in groups of five": generateVariants };
type Catalog = keyof typeof catalogs;
const names = Object.keys(catalogs) as Catalog[];

interface BenchShop {
  name: Catalog;
  browser: ReturnType<typeof plainBrowser>;
  index: { milliseconds: number; megabytes: number };
  /** By what was opened, in milliseconds. */
  times: Map<string, number[]>;
}

/** What it costs that products are variants: the same number of products, each on a card of its own or five on one. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    await using open = new AsyncDisposableStack();
    const shops: BenchShop[] = [];
    for (const name of names) shops.push(await openShop(engine, name, open));
    for (let round = 0; round < rounds; round++) await visitAll(shops);
    yield table(engine, shops);
  }
}

async function openShop(engine: Engine, name: Catalog, open: AsyncDisposableStack): Promise<BenchShop> {
  const folder = await mkdtemp(join(tmpdir(), "torg-bench-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const { shop, close } = await openRunningShop(engine);
  open.defer(close);
  const file = join(folder, "catalog.json");
  await catalogs[name](file, products);
  await importInProcess(shop.environment, file);
  const { db } = await shop.inside();
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20;
  };
  const before = used();
  const start = performance.now();
  await readCatalogIndex(db);
  const milliseconds = performance.now() - start;
  await readProductPage(db, { page: 1 });
  return {
    name,
    browser: plainBrowser(shop.url),
    index: { milliseconds, megabytes: used() - before },
    times: new Map(),
  };
}

const filters = ["", ...fixedFilters, "beauty", "fragrances", "furniture", "groceries", "perfumes", "brand-eik-ask"];
/** Filters of one facet and of two, in each order; and what only variants have. */
const lists = [
  ...filters.flatMap((filter) => [[filter], [filter, "inStock"]]),
  ...["option-size--m", "option-colour--blue"].map((option) => [option, "furniture"]),
].flatMap((chosen) => ["", ...sorts.map(({ value }) => value)].map((sort) => listAddress(chosen, sort)));
const others = ["/", "/products/product-5007", "/search-suggestions?q=lamp", "/products?q=lamp"];

function listAddress(chosen: string[], sort: string) {
  const given = [...new Set(chosen)].filter(Boolean).map((filter) => ["filter", filter]);
  return `/products?${new URLSearchParams([...given, ...(sort ? [["sort", sort]] : [])])}`;
}

/** Opens every page once in both shops in turns, so that noise hits both alike. */
async function visitAll(shops: BenchShop[]) {
  const single = Array.from({ length: visitsOfOthers }, () => others).flat();
  for (const [number, address] of [...lists, ...single].entries()) {
    for (const page of address.startsWith("/products?") ? ["&page=1", "&page=20"] : [""]) {
      for (const shop of number % 2 === 0 ? shops : shops.toReversed()) await visit(shop, address + page);
    }
  }
}

async function visit({ browser, times }: BenchShop, address: string) {
  const start = performance.now();
  // No cached page answers a range, so that every page is made.
  const answer = await browser.open(address, { range: "bytes=0-" });
  await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  times.set(address, [...(times.get(address) ?? []), performance.now() - start]);
}

function table(engine: Engine, shops: BenchShop[]): Table {
  const timeOf = ({ times }: BenchShop, isMeant: (address: string) => boolean) =>
    median([...times].filter(([address]) => isMeant(address)).flatMap(([, taken]) => taken));
  const row = (what: string, value: (shop: BenchShop) => number, unit: string) => {
    const [flat = 0, grouped = 0] = shops.map(value);
    return {
      what,
      flat: `${flat.toFixed(1)} ${unit}`,
      "in groups of five": `${grouped.toFixed(1)} ${unit}`,
      ratio: (grouped / flat).toFixed(2),
    };
  };
  const pages: [string, (address: string) => boolean][] = [
    ["first page of a list", (address) => !address.includes("q=") && address.endsWith("page=1")],
    ["page 20", (address) => !address.includes("q=") && address.endsWith("page=20")],
    ["by price", (address) => address.includes("Price")],
    ["filtered by an option", (address) => address.includes("option-")],
    ["search", (address) => address.includes("?q=lamp&")],
    ["suggestions", (address) => address.startsWith("/search-suggestions")],
    ["home", (address) => address === "/"],
    ["product", (address) => address.startsWith("/products/")],
  ];
  return {
    title: `Variants: ${products.toLocaleString("en")} products (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
    note: `Median time to render a page without the page cache, two servers in turns: ${lists.length} combinations of filters and sort, ${rounds} times each, and single pages ${rounds * visitsOfOthers} times. A flat catalog has a card per product and no options.`,
    rows: [
      ...pages.map(([what, isMeant]) => row(what, (shop) => timeOf(shop, isMeant), "ms")),
      row("loading the index", ({ index }) => index.milliseconds, "ms"),
      row("its memory", ({ index }) => index.megabytes, "MB"),
    ],
  };
}
