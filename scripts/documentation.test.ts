import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../cli/commands.ts";
import { variables } from "../server/environment/config.ts";
import { orderForm } from "../shop/checkout/order-form.ts";

const root = resolve(import.meta.dirname, "..");
const notOurs = ["node_modules", "build", "data", "test-results", "screenshots", ".git"];
const files = globSync("**/*.*", { cwd: root, exclude: (name) => notOurs.includes(basename(name)) });
const pages = files
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const records = pages.filter(({ file }) => /^docs\/decisions\/\d{4}-/.test(file));
const sources = files
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const fileNames = new Set(files.map((file) => basename(file)));

const matchesOf = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, match = ""]) => match);
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, "");

/** The fragments that GitHub gives a page's headings. */
function fragmentsOf(text: string) {
  return matchesOf(withoutCode(text), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function brokenLinks({ file, text }: (typeof pages)[number]) {
  const links = matchesOf(withoutCode(text), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
  return links.filter((link) => {
    const [path = "", fragment] = link.split("#");
    const target = path ? join(root, dirname(file), path) : join(root, file);
    if (!existsSync(target)) return true;
    return fragment !== undefined && !fragmentsOf(readFileSync(target, "utf8")).includes(fragment);
  });
}

test.each(pages)("links in $file lead to files and headings that exist", (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test.each(pages)("files named in $file exist", ({ file, text }) => {
  const named = matchesOf(withoutCode(text), /`([\w./-]+)`/g);
  const folders = [
    "app",
    "owner",
    "ui",
    "web",
    "api",
    "shop",
    "database",
    "server",
    "cli",
    "catalog",
    "bench",
    "tests",
    "scripts",
  ];
  const paths = named.filter((name) => folders.includes(name.split("/")[0] ?? "") && name.includes("/"));
  const here = dirname(join(root, file));
  expect(paths.filter((path) => !existsSync(join(root, path)) && !existsSync(join(here, path)))).toEqual([]);
  const sources = named.filter((name) => /^\w[\w.-]*\.(tsx?|mjs)$/.test(name));
  expect(sources.filter((name) => !fileNames.has(name))).toEqual([]);
});

test.each(pages)("commands in $file exist", ({ text }) => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const run = matchesOf(text, /npm run (?:--silent )?([\w:]+)/g);
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
  const shop = matchesOf(text, /npm run (?:--silent )?shop -- ([a-z][\w-]*)/g);
  const commands = new Set(createProgram(() => Promise.reject()).commands.map((command) => command.name()));
  expect(shop.filter((name) => !commands.has(name))).toEqual([]);
});

test("the endpoints' page names every field of an order", () => {
  const page = readFileSync(join(root, "docs/endpoints.md"), "utf8");
  const orders = /\n## Orders[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? "";
  const named = matchesOf(orders, /[`"](\w+)[`"]/g);
  expect(Object.keys(orderForm.entries).filter((field) => !named.includes(field))).toEqual([]);
});

test("the README lists the variables that the shop reads", () => {
  const table = /## Configure[\s\S]*?(?=\n## )/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[0] ?? "";
  const rows = matchesOf(table, /^\| (`.*?) \|/gm).flatMap((cell) => matchesOf(cell, /`(\w+)`/g));
  expect(rows.sort()).toEqual(variables.toSorted());
});

test.each(records)("$file has a title, a date, a status, context, decision and consequences", ({ text }) => {
  expect(text).toMatch(/^# .+\n\n- Date: \d{4}-\d\d-\d\d\n- Status: (accepted|superseded by \[\d{4}\]\(\S+\))\n/);
  expect(fragmentsOf(text).slice(1)).toEqual(["context", "decision", "consequences"]);
});

test("every decision has a number of its own and is in the list once", () => {
  const names = records.map(({ file }) => basename(file)).sort();
  expect(new Set(names.map(numberOf)).size).toBe(names.length);
  const list = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
  expect(matchesOf(withoutCode(list), /\]\((\d{4}-[^)]+)/g).sort()).toEqual(names);
});

test("a decision that replaces another one is named by it", () => {
  const linked = (verb: string) =>
    records.flatMap(({ file, text }) =>
      matchesOf(text, new RegExp(`${verb} (.+)`, "g"))
        .flatMap((line) => matchesOf(line, /\[(\d{4})/g))
        .map((number) => [numberOf(basename(file)), number]),
    );
  const replaced = linked("superseded by").map(([old, next]) => [next, old]);
  expect(linked("Replaces:").sort()).toEqual(replaced.sort());
});

test("pages and emails write numbers by the shop's locale", () => {
  const read = sources.filter(({ file }) => /^(app|owner|ui|shop\/mail|shop\/documents)\/(?!.*\.test\.)/.test(file));
  const own = read.filter(({ text }) => /\}%|\.toFixed\(|\.toLocaleString\(|NumberFormat\(/.test(text));
  expect(own.map(({ file }) => file)).toEqual([]);
});

test("code names every decision that holds, and no other", () => {
  const accepted = records
    .filter(({ text }) => text.includes("Status: accepted"))
    .map(({ file }) => numberOf(basename(file)));
  const named = sources.flatMap(({ file, text }) =>
    matchesOf(text, /docs\/decisions\/(\d[\w-]*)/g).map((number) => ({ file, number })),
  );
  expect(named.filter(({ number }) => !accepted.includes(number))).toEqual([]);
  const numbers = new Set(named.map(({ number }) => number));
  expect(accepted.filter((number) => !numbers.has(number))).toEqual([]);
});

const specification = readFileSync(join(root, "docs/specification.md"), "utf8").replace(/\s+/g, " ");
const proofs = Array.from(
  specification.matchAll(/- `([\w./-]+)`: ((?:“[^”]+”(?:, )?)+)/g),
  ([, file = "", titles = ""]) => ({
    file,
    titles: matchesOf(titles, /“([^”]+)”/g),
  }),
);

test.each(proofs)("the tests of $file that the specification names exist", ({ file, titles }) => {
  const source = readFileSync(join(root, file), "utf8");
  expect(titles.filter((title) => !source.includes(`"${title}"`))).toEqual([]);
});

test("the specification names every test of its folder", () => {
  const named = proofs.flatMap(({ titles }) => titles);
  expect(named.length, "each quoted title is read").toBe(matchesOf(specification, /(“)/g).length);
  const tests = files.filter((file) => /^tests\/specification\/\d.*\.ts$/.test(file));
  const titles = tests.flatMap((file) =>
    matchesOf(readFileSync(join(root, file), "utf8"), /^\s*\w*[tT]est\(\s*"(.+?)",/gm),
  );
  expect(titles.filter((title) => !named.includes(title))).toEqual([]);
});

test("sections of the specification that code names exist", () => {
  const sections = fragmentsOf(readFileSync(join(root, "docs/specification.md"), "utf8"));
  const named = sources.flatMap(({ text }) => matchesOf(text, /docs\/specification\.md#([\w-]*)/g));
  expect(named.filter((section) => !sections.includes(section))).toEqual([]);
});

function numberOf(record: string) {
  return record.slice(0, 4);
}
