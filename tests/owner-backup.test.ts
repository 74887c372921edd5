import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { projectFolder } from "#server/environment/config.ts";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import { readBackup } from "#shop/backups/read-backup.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import type { PlainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("an owner downloads a backup that can be restored, one at a time; staff don't", async ({ shop }) => {
  const { db } = await shop.inside();
  const staff = await ownerBrowser(shop, { email: "backup-staff@example.com", role: "manager" });
  for (const path of ["/owner/backup", "/owner/settings.json"]) {
    const refused = await staff.open(path);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('<h1 class="text-3xl">Not allowed</h1>'),
    ]);
  }
  const browser = await ownerBrowser(shop, { email: "backups@example.com" });
  expect(await readLastBackup(db)).toBeUndefined();
  const [first, second] = await Promise.all([browser.open("/owner/backup"), browser.open("/owner/backup")]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  const [answer, other] = first.status === 200 ? [first, second] : [second, first];
  expect(await other.text()).toContain("A backup is already being made");
  expect(answer.headers.get("content-disposition")).toMatch(/filename="shop-\d{4}-\d\d-\d\d\.db"/);
  const file = join(await temporaryFolder(), "shop.db");
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  expect(await readBackup(file, async (_, origin) => origin)).toBe("verified backup");
  await expect.poll(() => readLastBackup(db)).toBeDefined();
  await expect.poll(async () => (await browser.open("/owner/backup")).status).toBe(200);
});

test("a HEAD request or a browser that hangs up keeps no backup back, and leaves no copy of the database", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email: "hang-up@example.com" });
  const head = await browser.open("/owner/backup", {}, "HEAD");
  expect(head.status).toBe(200);
  for (const delayMs of [0, 1, 5, 20]) await hangUp(shop.url, browser.cookies, delayMs);
  await expect.poll(async () => await downloadBackup(browser)).toBe(200);
  const folders = await readdir(join(shop.dataFolder, "tmp"));
  expect(folders).toHaveLength(1);
  await expect.poll(() => readdir(join(shop.dataFolder, "tmp", folders[0] ?? ""))).toEqual([]);
});

test("a backup that finds no room for its file keeps no later one back", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "no-room@example.com" });
  const tmp = join(shop.dataFolder, "tmp");
  const [folder = ""] = await readdir(tmp);
  await rename(join(tmp, folder), join(tmp, "away"));
  expect((await browser.open("/owner/backup")).status).toBe(500);
  await rename(join(tmp, "away"), join(tmp, folder));
  expect(await downloadBackup(browser)).toBe(200);
});

test("another site's link starts no download", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "links@example.com" });
  const downloads = [
    ...["/owner/backup", "/owner/products.csv?sample", "/owner/products.json", "/owner/orders.csv"],
    ...[
      "/owner/bookkeeping.csv",
      "/owner/one-stop-shop.csv",
      "/owner/redirects.csv",
      "/owner/find.json?q=a",
      "/owner/settings.json",
      "/owner/appearance/preview",
      "/owner/orders/ABCDEFGHIJ/invoice.pdf",
      "/owner/orders/ABCDEFGHIJ/returns/nothing/label.pdf",
      "/owner/orders/ABCDEFGHIJ/mails/1/mail.html",
      "/owner/mails/outbox-1/email.eml",
      "/owner/customers/nobody/data.json",
      "/owner/customers/nobody/data.csv",
    ],
  ];
  for (const path of downloads) {
    expect((await browser.open(path, { "sec-fetch-site": "cross-site" })).status, path).toBe(403);
    const head = await browser.open(path, {}, "HEAD");
    expect([head.status, await head.text()], path).toEqual([200, ""]);
  }
  expect(await readFileRoutes()).toEqual(downloads.length);
});

async function downloadBackup(browser: PlainBrowser) {
  const answer = await browser.open("/owner/backup");
  await answer.arrayBuffer();
  return answer.status;
}

/** Asks for a backup and closes the connection. */
async function hangUp(url: string, cookies: Map<string, string>, delayMs: number) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const cookie = [...cookies.values()].join("; ");
  socket.write(`GET /owner/backup HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  socket.destroy();
}

/** How many of the back office's addresses answer with a file: their modules have no page. */
async function readFileRoutes() {
  const { default: routes } = await import("../owner/routes.ts");
  const files = routes.map(({ file }) => join(projectFolder, "owner", file));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.filter((text) => !/^export default /m.test(text)).length;
}
