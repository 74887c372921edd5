/**
 * The service worker: shows the cart, and the products and receipts that were seen, without a network. With one, everything comes from the shop. See
 * docs/decisions/0396.
 */
import { findPicture, keepNoPicture } from "./find-picture.ts";
import { cartPath, forgetMessage, kindOf, offlinePath } from "./kept-pages.ts";
import {
  findFile,
  findPage,
  forgetEverything,
  forgetPages,
  keepPage,
  nextRequest,
  seeAnswer,
  seePage,
} from "./page-keeper.ts";
import type { RequestEvent, WorkerScope } from "./worker-types.ts";

const worker = self as unknown as WorkerScope;

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

worker.addEventListener("message", (event) => {
  if (event.data === forgetMessage) event.waitUntil(forgetPages());
});

/** Keeps what is open already. */
async function begin() {
  // Otherwise each page waits until the worker has started.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  await keepNoPicture();
  const open = await worker.clients.matchAll({ type: "window" });
  const paths = open.map(({ url }) => new URL(url).pathname);
  for (const path of new Set([offlinePath, cartPath, ...paths])) if (kindOf(path)) await keepPage(path);
}

/** @returns undefined for what the browser does by itself */
function answerTo(event: RequestEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  const { pathname } = url;
  if (url.origin !== location.origin) return undefined;
  if (request.method !== "GET") return answerForm(event, pathname);
  const isBackOffice = /^\/owner(\/|$)/.test(pathname);
  if (request.mode === "navigate") return isBackOffice ? load(event) : openPage(event, url);
  if (isBackOffice) return undefined;
  // What is fetched ahead isn't seen yet.
  if (pathname.endsWith(".data")) return request.mode === "no-cors" ? undefined : readData(event, url);
  if (["script", "style"].includes(request.destination)) return loadFile(request, url);
  if (navigator.onLine) return undefined;
  if (request.destination === "image") return findPicture(request, pathname);
  if (request.destination === "font") return fetch(request, { cache: "force-cache" }).catch(failed);
  return kindOf(pathname) ? findPage(pathname).then((page) => page ?? fetch(request)) : undefined;
}

function answerForm(event: RequestEvent, pathname: string) {
  const path = pathname.replace(/\.data$/, "");
  return path === "/sign-out" || path === "/account" ? leave(event, path === "/sign-out") : undefined;
}

async function load({ request, preloadResponse }: RequestEvent) {
  return (await preloadResponse) ?? fetch(request);
}

async function openPage(event: RequestEvent, url: URL) {
  const { pathname, search } = url;
  const number = nextRequest();
  try {
    const answer = await load(event);
    event.waitUntil(noticePage(answer, url, number));
    return answer;
  } catch {
    const page = await findPage(pathname);
    if (page) return page;
    if (!(await findPage(offlinePath))) return failed();
    return Response.redirect(`${offlinePath}?${new URLSearchParams({ to: pathname + search })}`);
  }
}

/** Called before the answer is read, so that it can be copied. Only a page without a query is kept as it came; others are asked for again without theirs. */
async function noticePage(answer: Response, { pathname, search }: URL, number: number) {
  const isKeepable = kindOf(pathname) !== undefined;
  if (isKeepable && search === "") return seePage(answer.clone(), pathname, number);
  const isOurs = await seeAnswer(answer, number);
  if (isOurs && isKeepable) await keepPage(pathname);
  if (!isOurs && answer.ok) await leaveIfRemoved();
}

/** A page that is opened without leaving the one before asks for its data only. */
async function readData(event: RequestEvent, { pathname }: URL) {
  const path = pathname.replace(/\.data$/, "");
  const number = nextRequest();
  try {
    const answer = await fetch(event.request);
    event.waitUntil(noticeData(answer, path, number));
    return answer;
  } catch {
    return (await findPage(path)) ? redirectTo(path) : failed();
  }
}

async function noticeData(answer: Response, path: string, number: number) {
  const isOurs = await seeAnswer(answer, number);
  if (isOurs && answer.status === 200 && kindOf(path) && !savesData()) await keepPage(path);
}

/** Has React Router load the page whole: it is kept with the scripts that belong to it. */
function redirectTo(path: string) {
  return new Response(null, {
    status: 204,
    headers: { "X-Remix-Redirect": path, "X-Remix-Status": "302", "X-Remix-Reload-Document": "true" },
  });
}

async function loadFile(request: Request, { pathname, search }: URL) {
  const isHashed = pathname.startsWith("/assets/");
  const kept = () => findFile(isHashed ? pathname : pathname + search);
  try {
    const answer = await fetch(request);
    // After a deploy, the shop has the scripts of kept pages no more.
    return answer.ok ? answer : ((await kept()) ?? answer);
  } catch {
    return (await kept()) ?? failed();
  }
}

/** A visitor signs out, or may delete their account. Without an answer, the shop may have done it all the same. */
async function leave(event: RequestEvent, isSignOut: boolean) {
  const { request } = event;
  if (isSignOut) await forgetPages();
  // Nothing is sent, and the visitor stays signed in.
  if (!navigator.onLine) return fetch(request);
  const number = nextRequest();
  try {
    const answer = await fetch(request);
    if (!(await seeAnswer(answer, number))) await forgetPages();
    return answer;
  } catch {
    await forgetPages();
    return failed();
  }
}

/** A shop that has no worker any more doesn't mark its pages, and has nothing at the worker's address. */
async function leaveIfRemoved() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (!answer || ![404, 410].includes(answer.status)) return;
  await forgetEverything();
  await worker.registration.unregister();
}

function savesData() {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

function failed() {
  return Response.error();
}
