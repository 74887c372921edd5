import type { Page } from "@playwright/test";
import { asListed, unlisted } from "../support/kept-in-browsers.ts";
import { expect } from "./shop-test.ts";

/** The page's browser holds nothing that the shop's list doesn't have. @returns what it holds, by the list's names */
export async function expectListed(page: Page) {
  const cookies = (await page.context().cookies()).map(({ name }) => ["cookie", name] as const);
  const kept = [...cookies, ...(await page.evaluate(findStored))].map(([kind, name]) => asListed(kind, name));
  expect.soft(unlisted(kept), `kept in the browser at ${page.url()}`).toEqual([]);
  return kept.toSorted();
}

/** Runs in the page. */
async function findStored() {
  const local = Object.keys(localStorage).map((name) => ["local storage", name] as const);
  const session = Object.keys(sessionStorage).map((name) => ["session storage", name] as const);
  const databases = (await indexedDB.databases()).map(({ name = "" }) => ["IndexedDB", name] as const);
  const stores = (await caches.keys()).map((name) => ["cache", name] as const);
  const workers = await navigator.serviceWorker.getRegistrations();
  const scripts = workers.map(({ active }) => /([\w-]+)\.js$/.exec(active?.scriptURL ?? "")?.[1] ?? "");
  return [...local, ...session, ...databases, ...stores, ...scripts.map((name) => ["service worker", name] as const)];
}
