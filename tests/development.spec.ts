import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { copyProject, developerEnvironment } from "./support/project-copy.ts";
import { freePort } from "./support/server-process.ts";

/** `npm run dev` on a copy of the project. */
interface Development {
  url: string;
  printed: () => string;
  /** Adds lines to a module. @returns the number of the first one, and how to take them away */
  append: (module: string, text: string) => Promise<{ line: number; repair: () => Promise<void> }>;
}

const test = base.extend<{ development: Development }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs
  development: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "torg-development-"));
    await copyProject(folder);
    const PORT = await freePort();
    const server = runNpm(folder, { PORT, DATA_DIR: join(folder, "data") });
    const url = `http://localhost:${PORT}`;
    try {
      await expect.poll(() => answers(url), { ...slow, message: server.printed() }).toBe(true);
      await use({ url, printed: server.printed, append: (module, text) => appendTo(join(folder, module), text) });
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

test.setTimeout(600_000);
/** Other tests share the processor: only what never comes takes this long. */
const slow = { timeout: 240_000 };

test("npm run dev shows a broken module's file and line, and the page after the fix", async ({
  page,
  development: { url, printed, append },
}) => {
  await page.goto(url);
  await page.goto(`${url}/sign-in`);
  await expectShop(page);

  await test.step("a test that is saved", async () => {
    await append("shop/values/money.test.ts", "export {};");
  });

  await test.step("a page's module that isn't TypeScript, which an open page shows by itself", async () => {
    const { line, repair } = await append("app/accounts/session.server.ts", "export const broken = ;");
    await expectOverlay(page, `app/accounts/session.server.ts:${line}`);
    await expectBroken(page, `app/accounts/session.server.ts:${line}`);
    await repair();
    await expectShop(page);
  });

  await test.step("a page's module that throws", async () => {
    const { line, repair } = await append("app/routes/about.tsx", 'throw new Error("A module is broken");');
    await expectBroken(page, `app/routes/about.tsx:${line}`, "A module is broken");
    await repair();
    await expectShop(page);
  });

  await test.step("a page that throws while it is rendered, by the browser and by the server", async () => {
    await page.goto(`${url}/about`);
    await expect(page.locator("html[data-hydrated]")).toBeVisible(slow);
    const { line, repair } = await append("app/routes/about.tsx", 'values.map = () => { throw Error("No values"); };');
    await expectOverlay(page, `app/routes/about.tsx:${line}`, "No values");
    await expectBroken(page, `app/routes/about.tsx:${line}`, "No values");
    await repair();
    await expect(page.getByRole("heading", { name: "About Torg" })).toBeVisible(slow);
  });

  await test.step("a loader and an action that throw", async () => {
    const broken = 'export const loader = () => { throw Error("No data"); }, action = loader;';
    const { line, repair } = await append("app/routes/about.tsx", broken);
    await expectBroken(page, `app/routes/about.tsx:${line}`, "No data");
    const posted = await fetch(`${url}/about`, { method: "POST", headers: { accept: "text/html" } });
    expect(await posted.text()).toContain(`app/routes/about.tsx:${line}`);
    await page.goto(`${url}/contact`);
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expectOverlay(page, `app/routes/about.tsx:${line}`, "No data");
    await repair();
    await expect(page.getByRole("heading", { name: "About Torg" })).toBeVisible(slow);
  });
  expect(printed().match(/ is open at /g), "starts until now").toHaveLength(1);

  await test.step("a module of the shop that isn't TypeScript, which an open page shows by itself", async () => {
    await openFollowing(page, `${url}/sign-in`);
    const { line, repair } = await append("shop/checkout/place-order.ts", "export const broken = ;");
    await expect(page.locator("pre")).toContainText(`shop/checkout/place-order.ts:${line}`, slow);
    await expectBroken(page, `shop/checkout/place-order.ts:${line}`);
    await repair();
    await expectShop(page);
  });

  expect(printed(), "Vite bundles packages once, before pages need them").not.toMatch(
    /Re-optimizing|dependenc(y|ies) optimized|dependencies changed/,
  );
});

function runNpm(folder: string, settings: Record<string, string>) {
  let printed = "";
  const child = spawn("npm", ["run", "dev"], { cwd: folder, env: developerEnvironment(settings), detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
  }
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    printed: () => printed,
    /** Ends npm and all that it started, as Ctrl-C does in a terminal. */
    async stop() {
      if (child.exitCode === null) process.kill(-Number(child.pid), "SIGINT");
      await ended;
    },
  };
}

async function answers(url: string) {
  return (await fetch(url).catch(() => undefined))?.ok;
}

async function appendTo(file: string, text: string) {
  const before = await readFile(file, "utf8").catch(() => "");
  await appendFile(file, `${text}\n`);
  return { line: before.split("\n").length, repair: () => writeFile(file, before) };
}

/** Opens a page and waits until it follows the server: one whose server ends before that doesn't hear of the end. */
async function openFollowing(page: Page, url: string) {
  // The first frame may come before the page has loaded, and right after its socket: what listens only then misses it. The first socket
  // may be one that the page before opens again, which gets no frame.
  const following = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => socket.once("framereceived", () => resolve()));
  });
  await Promise.all([page.goto(url), following]);
}

/** The page shows the shop without being loaded by anyone. */
async function expectShop(page: Page) {
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible(slow);
  await expect(page.locator("html[data-hydrated]")).toBeVisible(slow);
}

/** An open page shows these texts over itself. */
async function expectOverlay(page: Page, ...texts: string[]) {
  for (const text of texts) await expect(page.locator("vite-error-overlay")).toContainText(text, slow);
}

/** The page is loaded until it shows these texts, and that it is broken. */
async function expectBroken(page: Page, ...texts: string[]) {
  const load = async () => (await page.reload().catch(() => undefined))?.status();
  await expect.poll(load, slow).toBe(500);
  for (const text of texts) await expect(page.locator("pre", { hasText: text }).first()).toBeVisible();
}
