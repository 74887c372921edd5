import { normalizeText } from "../normalize-text.ts";

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

function readPath(text: string) {
  // Browsers take backslashes for slashes and drop tabs and line breaks, so "/\evil.example" would leave the shop.
  if (text.length > longestAddress || !/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(text) || !URL.canParse(text, shopOrigin))
    return;
  const url = new URL(text, shopOrigin);
  const path = canonicalPath(url.pathname);
  // "/..//evil.example" has only turned into "//evil.example" now.
  if (path === undefined || path.startsWith("//")) return;
  return { pathname: path, search: canonicalQuery(url.search), hash: url.hash };
}

/** The path of a canonical address as redirects are looked up: "/Produkt/Blå?id=1" → "/produkt/bl%c3%a5", encoded. */
export function matchPathOf(address: string) {
  const path = decodeURIComponent(address.split(/[?#]/)[0] ?? "");
  return encodeURI(normalizeText(normalizeText(path, "NFC").toLowerCase(), "NFC"));
}

/** One way of percent-encoding and of accents, and no slash at the end. */
function canonicalPath(path: string) {
  try {
    const segments = path
      .split("/")
      .map((segment) => encodeURIComponent(normalizeText(decodeURIComponent(segment), "NFC")));
    return segments.join("/").replace(/(?<=.)\/$/, "");
  } catch {
    return undefined;
  }
}

function canonicalQuery(search: string) {
  const query = new URLSearchParams(search).toString();
  return query && `?${query}`;
}
