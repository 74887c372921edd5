import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { test as base, expect, onTestFinished } from "vitest";
import { setRole } from "#shop/owners/owners.ts";
import { catalogRecord } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { sendRaw } from "./support/raw-request.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";

const megabyte = 1024 * 1024;
const path = "/owner/products/import";
const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="goods.json"\r\n\r\n';
const end = "\r\n--x--\r\n";

const test = base.extend<{ owner: Awaited<ReturnType<typeof openShop>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
  owner: async ({}, use) => use(await openShop()),
});

test("a 60 MB upload is streamed to disk and waits for a review", async ({ owner }) => {
  const { shop, browser, temporary } = owner;
  const before = await peakMemory(shop);
  const form = new FormData();
  const filler = new Blob([" ".repeat(megabyte)]);
  form.set("file", new Blob(["[", ...Array(60).fill(filler), JSON.stringify(catalogRecord()), "]"]), "varer-æøå.json");
  form.set("others", "remove");
  const taken = await browser.send(path, form);
  expect(taken.status).toBe(303);
  expect((await peakMemory(shop)) - before).toBeLessThan(60 * 1024);
  expect(taken.headers.get("location")).toMatch(/others=remove$/);
  const shown = await (await browser.open(taken.headers.get("location") ?? "")).text();
  expect(shown.replaceAll("<!-- -->", "")).toContain("varer-æøå.json: 1 new, 0 changed");
  await expectEmpty(temporary);
});

test("a body without Content-Length is rejected once it exceeds 64 MB", async ({ owner }) => {
  const { shop, cookie, temporary } = owner;
  const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(megabyte, " "), Buffer.from("\r\n")]);
  const chunks = [Buffer.from(`${head.length.toString(16)}\r\n${head}\r\n`), ...Array<Buffer>(65).fill(chunk)];
  const request = Buffer.concat([Buffer.from(requestOf(cookie, "Transfer-Encoding: chunked")), ...chunks]);
  expect(await sendRaw(shop.url, request, { timeoutMs: 30_000 })).toMatchObject({ status: 413 });
  await expectNothingKept(owner);
  await expectEmpty(temporary);
});

test("a file above 64 MB is told by its name and kept nowhere; one above 512 MB is rejected unread", async ({
  owner,
}) => {
  const { shop, browser, cookie, temporary } = owner;
  const before = await peakMemory(shop);
  const form = new FormData();
  form.set("file", new Blob(Array(160).fill(new Blob([" ".repeat(megabyte)]))), "large.json");
  const refused = await browser.send(path, form);
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("large.json is larger than 64 MB."),
  ]);
  expect((await peakMemory(shop)) - before).toBeLessThan(120 * 1024);
  await expectEmpty(temporary);
  const request = requestOf(cookie, `Content-Length: ${512 * megabyte + 1}`);
  expect(await sendRaw(shop.url, `${request}${head}`)).toMatchObject({ status: 413 });
});

test("an aborted upload leaves no file and no log entry", async ({ owner }) => {
  const { shop, cookie, temporary } = owner;
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(requestOf(cookie, `Content-Length: ${20 * megabyte}`) + head);
  socket.write(Buffer.alloc(5 * megabyte, " "));
  await expect.poll(() => readdir(temporary)).toEqual([expect.stringMatching(/^torg-/)]);
  socket.destroy();
  await expectEmpty(temporary);
  await expectNothingKept(owner);
  expect(shop.printed()).not.toContain('"level":"error"');
});

const bad: [what: string, body: string, status: number][] = [
  ["a form that ends too early", `${head}[{"id"`, 400],
  ["a form that ends amid its headers", head.slice(0, 40), 400],
  ["no form at all", "not a form", 400],
  ["two files", `${head}[]\r\n${head}[]${end}`, 413],
  ["too many fields", `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(101)}--x--\r\n`, 413],
  ["a field that is long", `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"b".repeat(5000)}${end}`, 413],
  ["an empty file", `${head}${end}`, 422],
  ["a file without a name", `${head.replace("goods.json", "")}[]${end}`, 422],
  ["a file of another kind", `${head.replace("goods.json", "goods.xlsx")}[]${end}`, 422],
];

test("an Excel workbook is refused with what to do, by its name or its content, and the form stays as it was", async ({
  owner: { browser },
}) => {
  for (const name of ["goods.xlsx", "goods.XLS", "goods.csv"]) {
    const form = new FormData();
    form.set("file", new Blob(["PK\x03\x04\0"]), name);
    form.set("others", "remove");
    form.set("pictures", "fetch");
    const answer = await browser.send(path, form);
    const shown = answer.status === 303 ? await browser.open(answer.headers.get("location") ?? "") : answer;
    const text = (await shown.text()).replaceAll("<!-- -->", "");
    expect(text).toContain("Nothing was changed. This is an Excel workbook. Save it as CSV and import that file.");
    const boxes = text.match(/<input type="checkbox"[^>]*>/g) ?? [];
    expect(boxes.map((box) => /name="(\w+)"/.exec(box)?.[1] + (box.includes("checked") ? " checked" : ""))).toEqual([
      "others checked",
      "order",
      "pictures checked",
    ]);
  }
});

test("other forms are rejected and leave no file", async ({ owner }) => {
  const { shop, cookie, temporary } = owner;
  for (const [what, body, status] of bad) {
    const request = `${requestOf(cookie, `Content-Length: ${body.length}`)}${body}`;
    expect(await sendRaw(shop.url, request), what).toMatchObject({ status });
  }
  const types = ["multipart/form-data", "multipart/mixed; boundary=x", "text/plain"];
  for (const type of types) {
    const { status } = await fetch(shop.url + path, {
      method: "POST",
      headers: { cookie, "content-type": type },
      body: head,
    });
    expect(status, type).toBe(400);
  }
  const long = { step: "import", file: "x".repeat(64 * 1024) };
  expect((await owner.browser.sendForm(path, long)).status, "only files may be long").toBe(413);
  await expectNothingKept(owner);
  await expectEmpty(temporary);
  expect(shop.printed()).not.toContain('"level":"error"');
});

/** A shop with temporary files of its own, and the browser of its owner. */
async function openShop() {
  const { shop, close } = await openRunningShop("sqlite");
  const [name = ""] = await readdir(join(shop.dataFolder, "tmp"));
  const temporary = join(shop.dataFolder, "tmp", name);
  onTestFinished(close);
  const inside = await shop.inside();
  const email = "owner@example.com";
  await registerVerified(inside, { email });
  await setRole(inside, email, "owner", "command line");
  const cookies = await signInCookies(inside, { email });
  const cookie = [...cookies.values()].join("; ");
  return { shop, inside, temporary, cookie, browser: plainBrowser(shop.url, cookies) };
}

function requestOf(cookie: string, length: string) {
  const lines = ["Host: localhost", `Cookie: ${cookie}`, "Content-Type: multipart/form-data; boundary=x", length];
  return `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`;
}

async function expectEmpty(folder: string) {
  await expect.poll(() => readdir(folder)).toEqual([]);
}

async function expectNothingKept({ inside }: Awaited<ReturnType<typeof openShop>>) {
  expect(await inside.db.selectFrom("catalogUploads").select("id").execute()).toEqual([]);
}

/** The most memory that the server has taken so far, in kilobytes. */
async function peakMemory({ pid }: RunningShop) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
}
