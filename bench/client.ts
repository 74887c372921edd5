import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createRequestHandler } from "react-router";
import products from "../catalog/products.json" with { type: "json" };
import { brotlied, gzipped, type PageFiles, readPageFiles } from "../tests/support/page-files.ts";
import { openRunningShop } from "../tests/support/running-shop.ts";
import type { Table } from "./support/results.ts";

const projectFolder = resolve(import.meta.dirname, "..");
const emptyApp = join(import.meta.dirname, "empty-app");

const pages = [
  ["home", "/"],
  ["list", "/products"],
  ["product", `/products/${products[0]?.id}`],
  ["cart", "/cart"],
] as const;

/** What pages load for their first view, without pictures, compared with an app of one empty page. */
export async function* measure(): AsyncIterable<Table> {
  const empty = await readEmptyApp();
  const { shop, close } = await openRunningShop("sqlite");
  try {
    const read = await Promise.all(
      pages.map(async ([name, path]) => ({ name, files: await readPageFiles((file) => fetch(shop.url + file), path) })),
    );
    yield scriptsTable(empty, read);
    yield othersTable(read);
  } finally {
    await close();
  }
}

interface ReadPage {
  name: string;
  files: PageFiles;
}

function scriptsTable(empty: PageFiles, read: ReadPage[]): Table {
  const control = { gzip: gzipped(empty.scripts.values()), brotli: brotlied(empty.scripts.values(), 11) };
  const rows = [{ name: "an empty app", files: empty }, ...read].map(({ name, files: { scripts } }) => {
    const gzip = gzipped(scripts.values());
    const brotli = brotlied(scripts.values(), 11);
    return {
      page: name,
      files: scripts.size,
      "gzip -9": gzip,
      "ratio, gzip": (gzip / control.gzip).toFixed(3),
      "brotli 11": brotli,
      "ratio, brotli": (brotli / control.brotli).toFixed(3),
    };
  });
  return {
    title: "JavaScript of a first view, in bytes",
    note: "Each file by itself, the list of routes among them. The control is an app of one empty page, built with the same versions and settings (`bench/empty-app`): React, React DOM and React Router alone.",
    rows,
  };
}

function othersTable(read: ReadPage[]): Table {
  const rows = read.map(({ name, files: { html, styles, fonts } }) => ({
    page: name,
    "HTML, brotli 5": brotlied([html], 5),
    "HTML, brotli 11": brotlied([html], 11),
    "CSS, gzip -9": gzipped(styles.values()),
    fonts: [...fonts.values()].reduce((sum, font) => sum + font.length, 0),
  }));
  return { title: "What else a page loads, in bytes", note: "Fonts are packed as they are.", rows };
}

async function readEmptyApp() {
  const command = join(projectFolder, "node_modules/.bin/react-router");
  const settings = ["--config", join(projectFolder, "app/vite.config.ts"), "--logLevel", "error"];
  const options = { cwd: projectFolder, env: { ...process.env, NODE_ENV: "production" } };
  await promisify(execFile)(command, ["build", emptyApp, ...settings], options);
  const answerPage = createRequestHandler(await import(join(emptyApp, "build/server/index.js")), "production");
  return readPageFiles(async (path) => {
    if (path === "/") return answerPage(new Request("http://localhost/"));
    return new Response(await readFile(join(emptyApp, "build/client", path)));
  }, "/");
}
