import { shownToHeader } from "#web/shown-to.ts";
import {
  cartPath,
  deletePages,
  filesCache,
  findPagesCache,
  isCurrent,
  type KeptPage,
  keptAtHeader,
  keptBytesHeader,
  keptFilesHeader,
  keptPathHeader,
  keptTitleHeader,
  kindOf,
  offlinePath,
  type PageKind,
  pagesCacheOf,
  readKeptPages,
} from "./kept-pages.ts";
import { isWhole, keepPageFiles, longestWaitMs } from "./page-files.ts";

/** How many pages are kept of each kind; those that were seen longest ago make room. */
const mostPages: Record<PageKind, number> = { cart: 1, offline: 1, product: 50, receipt: 20 };
/** Bytes of a page. The largest of the sample catalog has 0.1 MB. */
const largestPage = 1_000_000;
/** Bytes of all pages. Their scripts and styles are another 0.5 MB for each version of the shop. */
const mostBytes = 8_000_000;
/** In previews of products that shoppers don't see yet. Texts have no bare quotation marks. */
const previewMark = ' data-preview=""';
/** Cart and offline page are asked for again after so long: their texts and the menu change rarely. */
const freshMs = 24 * 60 * 60 * 1000;

/** Whom the kept pages were shown to, as the last answer said; undefined until there is one. */
let owner: string | undefined;
/** Requests are numbered. Answers to those up to `ownedSince` may be for someone who has signed out since. */
let lastRequest = 0;
let ownedSince = 0;
/** What follows from the last change of the visitor. */
let changing: Promise<unknown> = Promise.resolve();
/** Changes and readings of the caches wait for each other. */
let queue: Promise<unknown> = Promise.resolve();
/** Pages that were seen as data, whose documents are asked for one after another: by their paths, when they were seen. */
const wanted = new Map<string, number>();
let asking: Promise<void> | undefined;
let lastSeenAt = 0;
/** Pages are kept one after another, so that none loses its files while the files of former pages are removed. */
let keeping: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = queue.then(work);
  queue = done.catch(() => {});
  return done;
}

/** Numbers a request before it is sent. */
export function nextRequest() {
  lastRequest += 1;
  return lastRequest;
}

/**
 * Reads off an answer whose pages may be kept. Clears them if the visitor has changed.
 *
 * @returns whom the answer is for; undefined for one that isn't the shop's, or was asked for before the visitor changed
 */
function readOwner({ headers }: Response, request: number) {
  const shownTo = headers.get(shownToHeader);
  if (!shownTo || (shownTo !== owner && request <= ownedSince)) return undefined;
  if (shownTo !== owner) changeOwner(shownTo);
  return shownTo;
}

/** @param next undefined until an answer says whom it is for */
function changeOwner(next: string | undefined) {
  owner = next;
  ownedSince = lastRequest;
  wanted.clear();
  const deleted = inTurn(() => deletePages(next));
  changing = (next === undefined ? deleted : deleted.then(keepFirstPages)).catch(() => {});
  return deleted;
}

/** Forgets all pages, because the visitor leaves. */
export function forgetPages() {
  return changeOwner(undefined);
}

/** Removes all that the worker keeps. */
export async function forgetEverything() {
  await forgetPages();
  await inTurn(() => caches.delete(filesCache));
}

/** The page that is kept for a path. */
export function findPage(path: string) {
  return inTurn(async () => {
    const name = await findPagesCache();
    const page = name && (await (await caches.open(name)).match(path));
    return page && isCurrent(Number(page.headers.get(keptAtHeader))) ? page : undefined;
  }).catch(() => undefined);
}

/** The kept copy of a script or style. */
export async function findFile(address: string) {
  return (await caches.open(filesCache)).match(address).catch(() => undefined);
}

/**
 * Notes whom an answer is for, and keeps the page if it may be. Where there is no room, or the network is gone again, it isn't kept.
 *
 * @param answer unread
 */
export async function seePage(answer: Response, path: string, request: number) {
  const shownTo = readOwner(answer, request);
  if (shownTo === undefined) return;
  const seenAt = seenNow();
  try {
    await changing;
    if (kindOf(path)) await keep(answer, { path, seenAt, shownTo });
    await keepFirstPages();
  } catch {}
}

/**
 * Notes whom a page's data or the answer to a form is for. A former visitor's pages are gone afterwards; the next one's first pages may still be on
 * their way.
 *
 * @returns whether it is the shop's, and not outdated
 */
export async function seeAnswer(answer: Response, request: number) {
  const isOurs = readOwner(answer, request) !== undefined;
  await queue;
  return isOurs;
}

/** Asks for a page only to keep it, if it can be had, after those that were seen before. */
export async function keepPage(path: string) {
  const seenAt = seenNow();
  await changing;
  wanted.delete(path);
  wanted.set(path, seenAt);
  asking ??= askForWanted();
  await asking;
}

async function askForWanted() {
  // Pages that are added during the loop get their turn, too.
  for (const [path, seenAt] of wanted) {
    wanted.delete(path);
    await askAndKeep(path, seenAt);
  }
  asking = undefined;
}

/** The time, which is another one for each page: what was seen later stays longer. */
function seenNow() {
  lastSeenAt = Math.max(Date.now(), lastSeenAt + 1);
  return lastSeenAt;
}

/** At low priority, so that the pages that a shopper opens come first. */
async function askAndKeep(path: string, seenAt: number) {
  const request = nextRequest();
  try {
    const answer = await fetch(path, { priority: "low", signal: AbortSignal.timeout(longestWaitMs) });
    const shownTo = readOwner(answer, request);
    if (shownTo !== undefined) await keep(answer, { path, seenAt, shownTo });
  } catch {}
}

/** Cart and offline page are there without having been opened, and as new as the page that was seen last. */
async function keepFirstPages() {
  const pages = await inTurn(readKeptPages);
  const version = pages[0] && versionOf(pages[0]);
  for (const path of [offlinePath, cartPath]) {
    const kept = pages.find((page) => page.path === path);
    if (!kept || Date.now() - kept.keptAt > freshMs || versionOf(kept) !== version) await askAndKeep(path, seenNow());
  }
}

/** The version of the shop's scripts: the name of the list of all of them. */
function versionOf({ files }: KeptPage) {
  return files.find((file) => file.startsWith("/assets/manifest-"));
}

/** A page that was seen: where, when, and whom it was shown to. */
interface SeenPage {
  path: string;
  seenAt: number;
  shownTo: string;
}

function keep(answer: Response, page: SeenPage) {
  const kept = keeping.then(() => keepWithFiles(answer, page));
  keeping = kept.catch(() => {});
  return kept;
}

async function keepWithFiles(answer: Response, { path, seenAt, shownTo }: SeenPage) {
  if (!isWhole(answer, /^text\/html/)) return;
  const html = await answer.text();
  if (html.length > largestPage || html.includes(previewMark)) return;
  const files = await keepPageFiles(html);
  if (!files) return;
  await inTurn(async () => {
    // The visitor may have changed while the files came.
    if (shownTo !== owner) return;
    const cache = await caches.open(pagesCacheOf(shownTo));
    await cache.put(path, keptCopy({ path, keptAt: seenAt, html, files }, answer.headers));
    await makeRoom(cache);
  });
}

/** The page says itself when it was kept (`offline-notice.tsx`). */
function keptCopy(
  { path, keptAt, html, files }: Pick<KeptPage, "path" | "keptAt" | "files"> & { html: string },
  answered: Headers,
) {
  const headers = new Headers(answered);
  for (const name of ["content-encoding", "content-length", "vary"]) headers.delete(name);
  headers.set(keptPathHeader, path);
  headers.set(keptAtHeader, String(keptAt));
  headers.set(keptTitleHeader, encodeURIComponent(/<title>([^<]*)/.exec(html)?.[1] ?? ""));
  headers.set(keptFilesHeader, files.join(" "));
  headers.set(keptBytesHeader, String(html.length));
  return new Response(html.replace("<html", `<html data-kept-at="${keptAt}"`), { headers });
}

/** Removes the pages that were seen longest ago beyond what may be kept, and the files that no page needs any more. */
async function makeRoom(pages: Cache) {
  const counts: Partial<Record<PageKind, number>> = {};
  let bytes = 0;
  const needed = new Set<string>();
  for (const page of await readKeptPages()) {
    const count = (counts[page.kind] ?? 0) + 1;
    counts[page.kind] = count;
    const isTooMuch = count > mostPages[page.kind] || bytes + page.bytes > mostBytes || !isCurrent(page.keptAt);
    if (isTooMuch) {
      await pages.delete(page.path);
      continue;
    }
    bytes += page.bytes;
    for (const file of page.files) needed.add(file);
  }
  const files = await caches.open(filesCache);
  for (const request of await files.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!needed.has(pathname + search)) await files.delete(request);
  }
}
