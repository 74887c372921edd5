const shopOrigin = "http://shop.invalid";
const maxLength = 2000;

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
  if (text.length > maxLength || !/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(text) || !URL.canParse(text, shopOrigin)) return;
  const url = new URL(text, shopOrigin);
  const path = canonicalPath(url.pathname);
  // "/..//evil.example" has only turned into "//evil.example" now.
  if (path === undefined || path.startsWith("//")) return;
  return { pathname: path, search: canonicalQuery(url.search), hash: url.hash };
}

/** One way of percent-encoding, and no slash at the end. */
function canonicalPath(path: string) {
  try {
    const segments = path.split("/").map((segment) => encodeURIComponent(decodeURIComponent(segment)));
    return segments.join("/").replace(/(?<=.)\/$/, "");
  } catch {
    return undefined;
  }
}

function canonicalQuery(search: string) {
  const query = new URLSearchParams(search).toString();
  return query && `?${query}`;
}
