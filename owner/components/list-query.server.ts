import { storableText } from "#shop/validate.ts";

const textLimit = 100;

/** What a list's address searches for, as it is shown again. */
export function readSearchText(given: URLSearchParams) {
  return storableText((given.get("q") ?? "").slice(0, textLimit)).trim();
}

export function readNewestOrOldest(given: URLSearchParams): "newest" | "oldest" {
  return given.get("sort") === "oldest" ? "oldest" : "newest";
}

/** Where a list goes on: behind the row of this moment and id; undefined at its start, and where it can't be read. */
export function readListPlace(given: URLSearchParams) {
  const [, moment, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(given.get("after") ?? "") ?? [];
  return id === undefined ? undefined : { moment: Number(moment), id };
}

/** The number in a list's address, or in that of a thing on it; undefined when there is none. */
export function readNumber(text: string | null | undefined) {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
}
