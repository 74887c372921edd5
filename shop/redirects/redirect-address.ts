import { normalizeText } from "../text/normalize-text.ts";

const shopOrigin = "http://shop.invalid";
/** Characters. */
export const longestAddress = 2000;

/** The address as redirects are kept and looked up, without its fragment; undefined if it isn't a path of this shop. */
export function canonicalAddress(text: string) {
  const url = readPath(text);
  return url && url.pathname + url.search;
}

/** The address with its fragment; undefined if it isn't a path of this shop. */
export function canonicalTarget(text: string) {
  const url = readPath(text);
  return url && url.pathname + url.search + url.hash;
}

function readPath(typed: string) {
  if (typed.length > longestAddress) return;
  const text = typed.trim();
  // Browsers take backslashes for slashes and drop tabs and line breaks, so "/\evil.example" would leave the shop.
  if (!/^\/(?!\/)(?:\p{Zs}|[^\\\s\p{Cc}])*$/u.test(text) || !URL.canParse(text, shopOrigin)) return;
  const url = new URL(text, shopOrigin);
  const path = canonicalPath(url.pathname);
  // "/..//evil.example" has only turned into "//evil.example" now.
  if (path === undefined || path.startsWith("//")) return;
  return { pathname: path, search: mapQuery(url.search, composed), hash: url.hash };
}

/** The path of a canonical address as redirects are looked up: "/Produkt/Blå?id=1" → "/produkt/bl%c3%a5", encoded. */
export function matchPathOf(address: string) {
  const path = decodeURIComponent(address.split(/[?#]/)[0] ?? "");
  return encodeURI(foldCapitals(path));
}

/** A canonical address in lower case. Its fragment stays. */
export function foldCase(address: string) {
  const [full = "", fragment] = address.split("#");
  const [path = "", query = ""] = full.split("?");
  const folded = foldPath(path) + mapQuery(query, foldCapitals);
  return fragment === undefined ? folded : `${folded}#${fragment}`;
}

/** A canonical path in lower case. */
export function foldPath(path: string) {
  return mapPath(path, foldCapitals);
}

/** A name or value of a query in lower case. */
export function foldCapitals(text: string) {
  return composed(composed(text).toLowerCase());
}

function composed(text: string) {
  return /\P{ASCII}/u.test(text) ? normalizeText(text, "NFC") : text;
}

/** One way of percent-encoding and of accents, and no slash at the end. */
function canonicalPath(path: string) {
  try {
    return mapPath(path, composed).replace(/(?<=.)\/$/, "");
  } catch {
    return undefined;
  }
}

function mapPath(path: string, change: (text: string) => string) {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(change(decodeURIComponent(segment))))
    .join("/");
}

function mapQuery(query: string, change: (text: string) => string) {
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.map(change));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}
