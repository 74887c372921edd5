import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedFilters } from "#shop/catalog/filters/filters.ts";
import { sorts } from "#shop/catalog/lists/sorts.ts";
import { plainBrowser } from "../tests/support/plain-browser.ts";
import { type Engine, openRunningShop } from "../tests/support/running-shop.ts";
import { generateCatalog } from "./support/generate-catalog.ts";
import { importInProcess } from "./support/import-in-process.ts";
import { median, type Table } from "./support/results.ts";

const sizes = [30, 1000, 10_000, 100_000];
const rounds = 3;
const productsPerPage = 24;
const places = ["first", "middle", "last"] as const;

type Browser = ReturnType<typeof plainBrowser>;

interface SizedShop {
  size: number;
  browser: Browser;
  /** By a list's address without its page: how many pages it has. */
  pages: Map<string, number>;
  samples: Sample[];
  imported: { seconds: number; megabytes: number };
}

interface Sample {
  kind: string;
  /** The page, the same for every size. */
  name: string;
  cards: number;
  milliseconds: number;
}

/** What pages cost in catalogs of 30 to 100,000 products, and what it costs to import them. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    await using open = new AsyncDisposableStack();
    const shops = await openShops(engine, open);
    for (const shop of shops) await countPages(shop);
    for (let round = 0; round < rounds; round++) await visitAll(shops);
    yield pagesTable(engine, shops);
    yield importsTable(engine, shops);
  }
}

async function openShops(engine: Engine, open: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), "torg-bench-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const shops: SizedShop[] = [];
  for (const size of sizes) {
    const { shop, close } = await openRunningShop(engine);
    open.defer(close);
    const file = join(folder, `${size}.json`);
    await generateCatalog(file, size);
    const imported = await importInProcess(shop.environment, file);
    const browser = plainBrowser(shop.url);
    shops.push({ size, browser, pages: new Map(), samples: [], imported });
  }
  return shops;
}

const filters = [
  "",
  ...fixedFilters,
  ...["beauty", "fragrances", "furniture", "groceries", "perfumes", "vegetables", "fruits", "meat"],
  "brand-eik-ask",
];
const lists = filters.flatMap((filter) =>
  ["", ...sorts.map(({ value }) => value)].map((sort) => ({ filter, sort, address: listAddress(filter, sort) })),
);

function listAddress(filter: string, sort: string) {
  return `/products?${new URLSearchParams({ ...(filter && { filter }), ...(sort && { sort }) })}`;
}

/** Opens every list once, which warms the server up too. */
async function countPages({ browser, pages }: SizedShop) {
  for (const { address } of lists) {
    const html = await (await browser.open(address)).text();
    const [, total] = /role="status"[^>]*>.*?(\d+)(?:<!-- -->)? ?(?:<!-- -->)?products?</.exec(html) ?? [];
    if (total === undefined) throw new Error(`${address} doesn't say how many products it has`);
    pages.set(address, Math.max(1, Math.ceil(Number(total) / productsPerPage)));
  }
}

/** Opens every page once in every shop, each page in all shops before the next, so that noise hits all sizes alike. */
async function visitAll(shops: SizedShop[]) {
  // No cached page answers a range, so that every page is made.
  const visit = async (shop: SizedShop, kind: string, address: string, name = address) => {
    const start = performance.now();
    const answer = await shop.browser.open(address, { range: "bytes=0-" });
    const html = await answer.text();
    const milliseconds = performance.now() - start;
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    const cards = html.split("<article").length - 1;
    shop.samples.push({ kind, name, cards, milliseconds });
  };
  for (const { filter, sort, address } of lists) {
    for (const place of places) {
      for (const shop of rotated(shops)) {
        const pages = shop.pages.get(address) ?? 1;
        const page = { first: 1, middle: Math.ceil(pages / 2), last: pages }[place];
        await visit(shop, `list, ${place} page`, `${address}&page=${page}`, `${filter} ${sort} ${place}`);
      }
    }
    if (sort !== "") continue;
    for (const shop of rotated(shops)) {
      await visit(shop, "product", "/products/product-7");
      await visit(shop, "home", "/");
    }
  }
}

let turn = 0;
/** Starts with another shop each time, because each one leaves the processor's caches to the next. */
function rotated(shops: SizedShop[]) {
  turn += 1;
  return shops.map((_, index) => shops[(index + turn) % shops.length] as SizedShop);
}

function pagesTable(engine: Engine, shops: SizedShop[]): Table {
  const [control] = shops as [SizedShop];
  const kinds = [...new Set(control.samples.map(({ kind }) => kind))];
  const full = ({ kind, cards }: Sample) => kind.startsWith("list") && cards === productsPerPage;
  const rows = [
    ...kinds.map((kind) =>
      ratios(shops, kind, (shop) => medianOf(shop.samples.filter((sample) => sample.kind === kind))),
    ),
    ratios(shops, "list pages of 24 cards", (shop) => medianOf(shop.samples.filter(full))),
    ratios(shops, "the slowest list page of 24 cards", (shop) => slowest(shop.samples.filter(full))),
  ];
  return {
    title: `Catalogs of 30 to 100,000 products (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
    note: `Median time to render a page without the page cache. Lists: ${lists.length} combinations of filter and sort, their first, middle and last page, ${rounds} times each, in four servers in turn. Times are ratios to 30 products; there, most lists can't fill a page of 24 cards, so full pages have a row of their own.`,
    rows: rows.map((row) => ({ page: "", ...row })),
  };
}

function ratios(shops: SizedShop[], page: string, time: (shop: SizedShop) => number) {
  const times = shops.map(time);
  const [control = 0] = times;
  const columns = shops.map(({ size }, index) => {
    const milliseconds = times[index] as number;
    return index === 0
      ? [`${size} products`, `${milliseconds.toFixed(1)} ms`]
      : [size.toLocaleString("en"), (milliseconds / control).toFixed(2)];
  });
  return { page, ...Object.fromEntries(columns) };
}

function medianOf(samples: Sample[]) {
  return median(samples.map(({ milliseconds }) => milliseconds));
}

/** The time of the page that takes longest, of its own median. */
function slowest(samples: Sample[]) {
  return Math.max(...Array.from(Map.groupBy(samples, ({ name }) => name).values(), medianOf));
}

function importsTable(engine: Engine, shops: SizedShop[]): Table {
  return {
    title: `Importing a catalog (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
    note: "The owner's command line in a process of its own, into a shop with the sample catalog, which is replaced.",
    rows: shops.map(({ size, imported: { seconds, megabytes } }) => ({
      products: size.toLocaleString("en"),
      "products per second": Math.round(size / seconds).toLocaleString("en"),
      seconds: seconds.toFixed(1),
      "peak memory": `${Math.round(megabytes)} MB`,
    })),
  };
}
