import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { cacheRendered } from "./cache-rendered.ts";
import { CachedPage } from "./cached-page.ts";
import { DatabaseWatch } from "./database-watch.ts";
import type { HttpEnv } from "./http-env.ts";
import { isFresh, KeptPages, takeRenewal } from "./kept-pages.ts";

test("a page is shown without the database for an hour after it was last the newest", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const pages = new KeptPages();
    const request = new IncomingMessage(new Socket());
    const page = new CachedPage(Buffer.from("About"), new Headers({ "cache-control": "public, no-cache" }), request);
    const now = performance.now();
    pages.set("/about", "visitors", { page, version: "1", renderedAt: now, checkedAt: now });
    vi.advanceTimersByTime(59 * 60_000);
    expect([pages.staleAnswerTo(request, "/about")?.body?.toString(), pages.hasAnyStale()]).toEqual(["About", true]);
    vi.advanceTimersByTime(60_000);
    expect([pages.staleAnswerTo(request, "/about"), pages.hasAnyStale()]).toEqual([undefined, false]);
  } finally {
    vi.useRealTimers();
  }
});

test("one request renews a page that is too old, while the others still get it, for a second more at most", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const page = new CachedPage(Buffer.from("About"), new Headers(), new IncomingMessage(new Socket()));
    const kept = { page, version: "1", renderedAt: performance.now(), checkedAt: performance.now() };
    const ask = () => ({ renews: takeRenewal(kept), getsIt: isFresh(kept) });
    expect(ask()).toEqual({ renews: false, getsIt: true });
    vi.advanceTimersByTime(5500);
    kept.checkedAt = performance.now();
    expect([isFresh(kept), ask().renews, ask()]).toEqual([false, true, { renews: false, getsIt: true }]);
    vi.advanceTimersByTime(1000);
    kept.checkedAt = performance.now();
    expect([ask(), ask()]).toEqual(Array.from({ length: 2 }, () => ({ renews: true, getsIt: false })));
  } finally {
    vi.useRealTimers();
  }
});

test("a visitor waits for a page that is being rendered, unless that began more than a second ago", async () => {
  const { shop } = await openTestShop("sqlite");
  const page = { title: "Before", whenRead: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() };
  const http = new Hono<HttpEnv>();
  const database = new DatabaseWatch(() => {});
  http.use(cacheRendered({ shop, database, pages: new KeptPages(), findPageAddress: (url) => url }));
  http.get("/about", async (context) => {
    const { title } = page;
    page.whenRead.resolve();
    if (title === "Before") await page.end.promise;
    Object.assign(context.get("cacheability") ?? {}, { variant: "visitors" });
    return context.text(title);
  });
  const ask = async () => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/about" });
    return (await http.request("/about", {}, { incoming })).text();
  };
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const first = ask();
    await page.whenRead.promise;
    page.title = "After";
    const soon = ask();
    vi.advanceTimersByTime(1500);
    expect(await ask()).toBe("After");
    page.end.resolve();
    expect(await Promise.all([first, soon])).toEqual(["Before", "Before"]);
  } finally {
    vi.useRealTimers();
  }
});
