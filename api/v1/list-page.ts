import * as v from "valibot";
import { isStorableText } from "#shop/forms/validate.ts";
import { Problem } from "./problems.ts";
import { readAs } from "./read-as.ts";

const usualLimit = 50;
const mostListed = 200;
const otherList = "isn't a cursor of this list";

/** The parameters of every list. `cursor` becomes the text that `toPage` was given. */
export const pageQuery = {
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(8000, "is too long"),
      readAs((cursor) => {
        const text = Buffer.from(cursor, "base64url").toString();
        return text !== "" && isStorableText(text) && encoded(text) === cursor ? text : undefined;
      }, otherList),
      v.description("The `nextCursor` of the page before"),
    ),
  ),
  limit: v.pipe(
    v.optional(v.string(), String(usualLimit)),
    v.transform(Number),
    v.number(),
    v.integer("must be a whole number"),
    v.minValue(1, "must be at least 1"),
    v.maxValue(mostListed, `must be at most ${mostListed}`),
    v.description("How many a page has at most"),
    v.metadata({ default: usualLimit }),
  ),
};

/** The `q` of a list: what its items are searched for. @param limit of its characters */
export function searchText(limit: number, description: string) {
  return v.pipe(
    v.optional(v.string(), ""),
    v.maxLength(limit, `must have at most ${limit} characters`),
    v.description(description),
  );
}

/** The `sort` of a list by moments. */
export const newestOrOldest = v.optional(v.picklist(["newest", "oldest"], "must be newest or oldest"), "newest");

/** The answer of a list. */
export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({
    data: v.array(item),
    nextCursor: v.pipe(v.nullable(v.string()), v.description("`cursor` of the next page; null on the last one")),
  });
}

/** One page of a list. @param next where the next page starts; undefined on the last one */
export function toPage<Item>(data: Item[], next: string | undefined) {
  return { data, nextCursor: next === undefined ? null : encoded(next) };
}

/** Cuts a page from items that were read with one more than its limit. @param keyOf the cursor after an item */
export function cutPage<Item>(found: Item[], limit: number, keyOf: (item: Item) => string) {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return toPage(page, found.length > limit && last ? keyOf(last) : undefined);
}

/** The cursor of a list by moments: the last item's moment and id. */
export function momentCursor(moment: number, id: number | string) {
  return `${moment}-${id}`;
}

/**
 * Reads what `momentCursor` wrote; undefined on the first page.
 *
 * @param idShape what an id looks like
 * @throws Problem
 */
export function readMomentCursor(cursor: string | undefined, idShape: RegExp) {
  if (cursor === undefined) return undefined;
  const [, moment, id = ""] = /^(\d{1,15})-(.*)$/.exec(cursor) ?? [];
  if (moment !== undefined && idShape.test(id)) return { moment: Number(moment), id };
  throw cursorOfOtherList();
}

/** The problem of a cursor that another list gave. */
export function cursorOfOtherList() {
  return new Problem("invalid-request", { errors: [{ parameter: "cursor", detail: otherList }] });
}

function encoded(text: string) {
  return Buffer.from(text).toString("base64url");
}
