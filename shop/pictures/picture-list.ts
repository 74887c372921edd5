// Each run of spaces is looked at from its start only: from each of its characters, a long one would take minutes.

/** A placeholder for the shop's own address. */
const ownOrigin = "http://shop.invalid";

/**
 * The address of a picture as pages use it; undefined for what isn't `https://…`, `http://…` or a path of the shop's own. Two
 * slashes at the beginning of a path, or what browsers take for them, would make it another site's.
 */
export function pictureAddress(text: string) {
  const url = URL.parse(text, ownOrigin);
  if (!url || !hasHostName(url)) return undefined;
  if (/^https?:\/\//i.test(text)) return text;
  return url.origin === ownOrigin && url.protocol === "http:" && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}`
    : undefined;
}

/** Whether an address names one host: `*` and `;` would mean more to a Content-Security-Policy. */
export function hasHostName({ hostname }: URL) {
  return /^(?:[a-z\d_-]+\.)*[a-z\d_-]+\.?$|^\[[\da-f:.]+\]$/.test(hostname);
}

/** Whether a text is meant as an address or can't be one, rather than a file's name such as "mug.jpg" or "www.img.example/mug.jpg". */
export function isMeantAsAddress(text: string) {
  return /^(https?:\/\/|[/\\]|[a-z][a-z\d+.-]+:|$)/i.test(text);
}

/** Splits a cell's pictures at its commas and line breaks. Addresses have commas too, so only where the next address begins. */
export function splitPictures(text: string) {
  return text
    .split(/(?:,|(?<!\s)(?=[^\S\r\n]*[\r\n]))\s*(?=https?:\/\/|\/)/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Splits what other shops separate by semicolons, bars or spaces. */
export function readPictureList(text: string) {
  const [, separator] = /([;|]|(?<!\s)\s)\s*(?=https?:\/\/)|([;|])\s*(?=\/)/i.exec(text.trim()) ?? [];
  const parts = text.trim().split(/(?:[;|]|(?<!\s)\s)\s*(?=https?:\/\/)|[;|]\s*(?=\/)/i);
  return { parts: parts.map((part) => part.trim()), separator: separator ?? (parts.length > 1 ? ";" : undefined) };
}
