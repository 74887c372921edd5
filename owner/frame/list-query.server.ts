import { storableText } from "#shop/validate.ts";

const textLimit = 100;

/** The search text of a list's URL. */
export function readSearchText(given: URLSearchParams) {
  return storableText((given.get("q") ?? "").slice(0, textLimit)).trim();
}

export function readNewestOrOldest(given: URLSearchParams): "newest" | "oldest" {
  return given.get("sort") === "oldest" ? "oldest" : "newest";
}

/** Parses the cursor of a list's URL, the last row's moment and ID; undefined on the first page or if malformed. */
export function readListCursor(given: URLSearchParams) {
  const [, moment, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(given.get("after") ?? "") ?? [];
  return id === undefined ? undefined : { moment: Number(moment), id };
}

/** Parses a number from a URL; undefined if malformed. */
export function readNumber(text: string | null | undefined) {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
}
