import { filesCache } from "./kept-pages.ts";

/** Milliseconds after which the worker gives up on a page or file that it only wants to keep. */
export const longestWaitMs = 30_000;

/** Scripts that have been read already name others; they never change, because their names have a hash. */
const imports = new Map<string, string[]>();

/**
 * Keeps the scripts and styles that a page names, and all that those scripts import, at once or on demand.
 *
 * @returns their addresses; undefined unless all of them could be had
 */
export async function keepPageFiles(html: string): Promise<string[] | undefined> {
  const cache = await caches.open(filesCache);
  const found = new Set(filesNamedBy(html));
  // Files that are found are added to the set, and gone through in turn.
  for (const file of found) {
    const named = imports.get(file);
    const kept = await cache.match(file);
    if (kept && named) {
      for (const other of named) found.add(other);
      continue;
    }
    const answer = kept ?? (await fetch(file, { signal: AbortSignal.timeout(longestWaitMs) }));
    if (!isWhole(answer, /javascript|css/)) return undefined;
    if (!kept) await cache.put(file, answer.clone());
    const others = file.endsWith(".js") ? importsOf(await answer.text()) : [];
    imports.set(file, others);
    for (const other of others) found.add(other);
  }
  return [...found];
}

/** The page's own, as the server writes them: in links, and in the data by which the page is hydrated. */
function filesNamedBy(html: string) {
  const scripts = Array.from(html.matchAll(/"(\/assets\/[^"\s]+\.js)"/g), ([, file = ""]) => file);
  const styles = Array.from(html.matchAll(/<link rel="stylesheet" href="(\/[^"]+)"/g), ([, file = ""]) => file);
  return [...scripts, ...styles.map((file) => file.replaceAll("&amp;", "&"))];
}

/** The list of all routes' modules names them by whole addresses, so it leads to none of them. */
function importsOf(script: string) {
  return Array.from(script.matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g), ([, file]) => `/assets/${file}`);
}

/** Whether an answer is of the type that was asked for: no error, no redirect, and not the page of a network that asks to sign in first. */
export function isWhole({ status, type, redirected, headers }: Response, contentType: RegExp) {
  return status === 200 && type === "basic" && !redirected && contentType.test(headers.get("content-type") ?? "");
}
