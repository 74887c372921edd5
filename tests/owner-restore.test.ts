import { readdir, readFile, rename } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { readRestore } from "#shop/backups/restores.ts";
import { offerSetup } from "#shop/owners/first-owner.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { ageSignIn, asksToSignIn } from "./support/sign-in-again.ts";

const path = "/owner/restore";
const setupPath = "/owner/setup/restore";
const email = "restores@example.com";

function formOf(file: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("file", new Blob([file]), "../../mine.db");
  return form;
}

async function downloadBackup(browser: PlainBrowser) {
  return new Uint8Array(await (await browser.open("/owner/backup")).arrayBuffer());
}

/** What the page of a restore says at its end, or once its file is checked. */
async function follow(browser: PlainBrowser, answer: Response) {
  expect(answer.status).toBe(303);
  const address = answer.headers.get("location") ?? "";
  const read = async () => {
    const shown = await browser.open(address);
    const to = shown.headers.get("location");
    return (to ? await browser.open(to) : shown).text();
  };
  const isRunning = async () => (await read()).includes('http-equiv="refresh"');
  await expect.poll(isRunning, { timeout: 30_000, interval: 200 }).toBe(false);
  return read();
}

function idOn(page: string) {
  return /name="restore" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

/** Each line of the comparison: its label, the backup's value and the shop's. */
function comparedOn(page: string) {
  const lines = page.matchAll(/<th scope="row"[^>]*>(.*?)<\/th><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td>/g);
  return new Map(Array.from(lines, ([, label, backup, shop]) => [label, [backup, shop]]));
}

async function titleOf({ inside }: RunningShop) {
  const { db } = await inside();
  return (await db.selectFrom("products").select("title").where("id", "=", "lemons").executeTakeFirst())?.title;
}

/** The temporary folders of the server's process. */
async function leftOver({ dataFolder }: RunningShop) {
  const [folder = ""] = await readdir(join(dataFolder, "tmp"));
  return readdir(join(dataFolder, "tmp", folder));
}

test("an owner sees what a backup has, restores it by typing the shop's name, stays signed in, and undoes it", async ({
  shop,
}) => {
  const { db } = await shop.inside();
  const browser = await ownerBrowser(shop, { email });
  const backup = await downloadBackup(browser);
  const setTitle = (title: string) => db.updateTable("products").set({ title }).where("id", "=", "lemons").execute();
  const before = await titleOf(shop);
  await setTitle("Newer lemons");
  await db.deleteFrom("products").where("id", "=", "kiwis").execute();
  for (const bad of [backup.slice(0, 90_000), new Uint8Array(500_000)]) {
    const page = await follow(browser, await browser.send(path, formOf(bad)));
    expect(page).toMatch(/Nothing was changed.*mine\.db (is damaged|isn&#x27;t a shop backup)/s);
    expect(page).not.toContain(shop.dataFolder);
  }
  expect(await titleOf(shop)).toBe("Newer lemons");
  const question = await follow(browser, await browser.send(path, formOf(backup)));
  const compared = comparedOn(question);
  expect(compared.get("From")).toEqual([expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d$/), "Now"]);
  const [products, left] = compared.get("Products")?.map(Number) ?? [];
  expect(left).toBe(Number(products) - 1);
  expect([...compared.keys()].slice(1)).toEqual([
    "Shop",
    "Products",
    "Customers",
    "Orders",
    "Newest order",
    "Messages",
  ]);
  const restore = idOn(question);
  for (const name of ["", "Another shop", undefined]) {
    const form = { step: "replace", restore, ...(name !== undefined && { name }) };
    const refused = await browser.sendForm(`${path}?restore=${restore}`, form);
    const text = await refused.text();
    expect([refused.status, text]).toEqual([422, expect.stringContaining("Type the shop&#x27;s name")]);
    expect(idOn(text), "it can be typed again").toBe(restore);
  }
  expect(await titleOf(shop)).toBe("Newer lemons");
  const confirm = () => browser.sendForm(path, { step: "replace", restore, name: "torg " });
  const [answer] = await Promise.all([confirm(), confirm()]);
  const data = (answer.headers.get("location") ?? "").replace("?", ".data?");
  const done = await follow(browser, answer);
  expect(await (await browser.open(data)).text(), "scripts are led there too").toContain("/owner/restore?restore=");
  expect(done).toContain("mine.db was restored. The shop now has ");
  expect(done).toMatch(/The backup is from \d+ \w+ \d{4}, \d\d:\d\d\./);
  expect(done).toMatch(/href="\/owner\/staff".*Undo this restore/s);
  expect(await titleOf(shop)).toBe(before);
  const id = idOn(done);
  const asked = /mine\.db was restored on \d+ \w+ \d{4}, \d\d:\d\d\. You can undo this until/;
  expect(await (await browser.open("/owner")).text()).toMatch(new RegExp(`${asked.source}.*restore=${id}`, "s"));
  expect(await (await browser.open(path)).text()).toMatch(new RegExp(`${asked.source}.*value="${id}"`, "s"));
  const undone = await follow(browser, await browser.sendForm(path, { step: "undo", restore: id }));
  expect(undone).toMatch(/The backup is from \d+ \w+ \d{4}, \d\d:\d\d\./);
  expect(undone).toContain("The earlier data was restored. The shop now has ");
  expect(await titleOf(shop)).toBe("Newer lemons");
  await expect.poll(() => leftOver(shop)).toEqual([]);
});

test("a checked file that isn't confirmed changes nothing: it is cancelled, or makes way for the next one", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email });
  const backup = await downloadBackup(browser);
  const ask = async () => idOn(await follow(browser, await browser.send(path, formOf(backup))));
  const stateOf = async (id: string) => (await readRestore(await shop.inside(), id))?.state;
  const [first, second] = [await ask(), await ask()];
  expect([await stateOf(first), await stateOf(second)]).toEqual(["failed", "waiting"]);
  const late = await follow(browser, await browser.sendForm(path, { step: "replace", restore: first, name: "Torg" }));
  expect(late).toContain("Nothing was changed");
  const staff = await ownerBrowser(shop, { email: "restores-staff@example.com", role: "manager" });
  const form = { step: "replace", restore: second, name: "Torg" };
  expect((await staff.sendForm(path, form)).status).toBe(403);
  const stranger = plainBrowser(shop.url);
  expect((await stranger.sendForm(`${setupPath}?key=guess`, form)).status).toBe(404);
  expect(await stateOf(second)).toBe("waiting");
  const cancelled = await browser.sendForm(path, { step: "cancel", restore: second });
  expect([cancelled.status, cancelled.headers.get("location")]).toEqual([303, path]);
  expect(await stateOf(second)).toBeUndefined();
  await expect.poll(() => leftOver(shop)).toEqual([]);
});

test("a second restore at once is refused, and a browser that hangs up leaves nothing", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email });
  const { hostname, port, host } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  const cookie = [...browser.cookies.values()].join("; ");
  const type = "Content-Type: multipart/form-data; boundary=edge";
  const part = (name: string) => `--edge\r\nContent-Disposition: form-data; name="${name}"`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${type}\r\nContent-Length: 9000000\r\n\r\n`,
  );
  socket.write(`${part("file")}; filename="a"\r\n\r\n${"a".repeat(500_000)}`);
  await expect.poll(() => leftOver(shop)).not.toEqual([]);
  const second = await browser.send(path, formOf(new Uint8Array(9)));
  expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("Another restore is running")]);
  socket.destroy();
  await expect.poll(() => leftOver(shop)).toEqual([]);
  await expect.poll(async () => (await browser.send(path, formOf(new Uint8Array(0)))).status).toBe(422);
});

test("a restore that finds no room for its file keeps no later one back", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email });
  const tmp = join(shop.dataFolder, "tmp");
  const [folder = ""] = await readdir(tmp);
  const send = async () => (await browser.send(path, formOf(new Uint8Array(0)))).status;
  await rename(join(tmp, folder), join(tmp, "away"));
  expect(await send()).toBe(500);
  await rename(join(tmp, "away"), join(tmp, folder));
  expect(await send()).toBe(422);
});

test("the screen asks for a recent sign-in, and strangers find nothing there", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email });
  await ageSignIn(shop, email);
  expect(asksToSignIn(await browser.open(path))).toBe(true);
  expect(asksToSignIn(await browser.send(path, formOf(new Uint8Array(9))))).toBe(true);
  const stranger = plainBrowser(shop.url);
  for (const address of ["", "?key=guess", "?restore=guess"].map((query) => setupPath + query)) {
    expect((await stranger.open(address)).status).toBe(404);
    expect((await stranger.send(address, formOf(new Uint8Array(9)))).status).toBe(404);
  }
});

test("a shop without an owner takes a backup with the key that its start prints", async ({ shop }) => {
  const owner = await ownerBrowser(shop, { email });
  const backup = await downloadBackup(owner);
  const inside = await shop.inside();
  await inside.db.deleteFrom("owners").execute();
  const setup = (await offerSetup(inside)) ?? "";
  const browser = plainBrowser(shop.url);
  const address = setup.replace("/owner/setup", setupPath);
  expect(await (await browser.open(setup)).text()).toContain(`href="${address}"`);
  const question = await follow(browser, await browser.send(address, formOf(backup)));
  expect(comparedOn(question).get("Products")).toHaveLength(2);
  const form = { step: "replace", restore: idOn(question) };
  const done = await follow(browser, await browser.sendForm(address, form));
  expect(done).toContain("mine.db was restored. The shop now has ");
  expect(done).toContain('href="/sign-in"');
  expect((await browser.open(address)).status).toBe(404);
  expect((await inside.db.selectFrom("owners").select("role").execute()).map(({ role }) => role)).toContain("owner");
  const [before = ""] = (await readdir(shop.dataFolder)).filter((name) => name.startsWith("before-restore"));
  expect((await readFile(join(shop.dataFolder, before))).length).toBeGreaterThan(0);
});
