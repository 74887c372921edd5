import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { CachedPage } from "./cached-page.ts";
import { KeptPages } from "./kept-pages.ts";

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
