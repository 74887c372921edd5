import type { Database } from "#database/connect.ts";
import { readProductPage, readSuggestions } from "#shop/catalog/lists/read-products.ts";
import type { Engine } from "../tests/support/running-shop.ts";
import { openLargeShop } from "./support/bench-shop.ts";
import type { Table } from "./support/results.ts";

const products = 100_000;
const atOnce = 16;
const rounds = 8;
const suggestions = 6;

/** Searches: words that many products have, or few; several words, beginnings of words, mistakes, and unknown words. */
const typed = {
  "one word": ["lamp", "honey", "oak", "serum", "plums"],
  "several words": ["wild honey", "morning eau de parfum", "golden floor lamp", "smoked sea salt"],
  "a beginning": ["par", "arm", "coff", "lip"],
  "a mistake": ["parfym", "armchiar", "cofee", "lipstik"],
  "unknown words": ["bicycle", "qqqq"],
};

/** How long a search takes in a catalog of 100,000 products, in the database and with what the shop makes of it. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    yield {
      title: `Searching 100,000 products (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
      note: `Milliseconds of a search's first page, and of the suggestions below the field: one at a time, and ${atOnce} at once in one process, which on SQLite wait for one another. 95 of 100 take no longer.`,
      rows: await measureOn(engine),
    };
  }
}

async function measureOn(engine: Engine): Promise<Table["rows"]> {
  await using open = new AsyncDisposableStack();
  const { db } = (await openLargeShop(engine, products, open)).shop;
  const rows: Table["rows"] = [];
  for (const [name, words] of Object.entries({ ...typed, all: Object.values(typed).flat() })) {
    rows.push({
      "what is typed": name,
      page: await p95(words, 1, (q) => readProductPage(db, { q, page: 1 })),
      [`page, ${atOnce} at once`]: await p95(words, atOnce, (q) => readProductPage(db, { q, page: 1 })),
      suggestions: await p95(words, 1, (q) => suggest(db, q)),
      [`suggestions, ${atOnce} at once`]: await p95(words, atOnce, (q) => suggest(db, q)),
    });
  }
  return rows;
}

function suggest(db: Database, q: string) {
  return readSuggestions(db, q, suggestions);
}

/** The time that 95 of 100 searches don't exceed, in milliseconds, with so many people who search one after the other. */
async function p95(words: string[], people: number, search: (q: string) => Promise<unknown>) {
  for (const word of words) await search(word);
  const taken: number[] = [];
  const person = async (_: unknown, index: number) => {
    for (let turn = 0; turn < rounds * words.length; turn++) {
      const start = performance.now();
      await search(words[(turn + index) % words.length] as string);
      taken.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  return (taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)] as number).toFixed(1);
}
