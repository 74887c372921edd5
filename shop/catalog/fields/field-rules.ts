import * as v from "valibot";
import { isStorableText } from "../../forms/validate.ts";
import { pictureAddress } from "../../pictures/picture-list.ts";
import { cleanId, cleanText } from "../../text/clean-text.ts";
import { slugOf } from "../../text/slug.ts";
import { parseTimestamp } from "../../values/days.ts";
import { centsFromNumber, mostPriceCents, mostPriceInWords, numberFromCents } from "../../values/money.ts";
import { availabilityStatuses } from "../stock/availability.ts";
import { addressLimit } from "./address-slug.ts";

/** The rules of a product's fields: from what catalog files write to what the shop keeps. An error follows the field's name. */

/** Characters of a picture's address. */
const longestAddress = 4000;
/** Tags or pictures of one product. See docs/decisions/0183. */
const mostListed = 1000;
const largestInteger = 2_147_483_647;

/** The error of an absent field, and of a text without a visible character. */
export const missing = "is missing";
const mustBeId = "must be text or a whole number";

export const text = v.pipe(
  v.string("must be text"),
  v.check(isStorableText, "must not contain NUL characters"),
  // Half a character pair, which no database can hold either, becomes the sign for an unreadable character.
  v.transform((value) => cleanText(value.toWellFormed())),
);

export const requiredText = v.pipe(
  v.string("must be text"),
  v.check((value) => value.trim() === "" || cleanText(value) !== "", missing),
  text,
  v.nonEmpty("must not be empty"),
);

export const optionalText = v.nullish(v.pipe(text, v.transform(orNone)));

export const id = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(mustBeId))], mustBeId),
  v.transform(String),
  v.check(isStorableText, "must not contain NUL characters"),
  v.transform(cleanId),
  requiredText,
  atMost(200),
  // Browsers take them for the way up, so their product would have no address.
  v.notValues([".", ".."], "must not be . or .."),
);

export const address = v.nullish(v.pipe(text, atMost(addressLimit), v.transform(orNone)));

export const vatRate = v.nullish(v.pipe(text, atMost(40), v.transform(slugOf), v.transform(orNone)));

export const stock = wholeFrom(0);
export const quantity = v.optional(wholeFrom(1));
export const rating = v.optional(numberUpTo(5));
export const percentage = v.optional(numberUpTo(100));

export const price = amountOf((cents) => cents !== undefined, "must be 0 or more, with at most 2 decimals");

export const compareAtPrice = v.nullish(v.pipe(price, v.transform(orNone)));

export const salePrice = v.nullish(amountOf(Boolean, "must be more than 0, with at most 2 decimals"));

export const moment = v.nullish(
  v.pipe(
    text,
    atMost(40),
    v.check((time) => parseTimestamp(time) !== undefined, "must be a time such as 2026-12-24T17:00:00Z"),
    v.transform((time) => parseTimestamp(time) as number),
  ),
);

const pictureRule = v.pipe(
  requiredText,
  atMost(longestAddress),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const address = pictureAddress(dataset.value);
    if (address) return address;
    addIssue({ message: "must be a picture URL (https://… or /…)" });
    return NEVER;
  }),
);

export const picture = v.optional(pictureRule);
export const pictures = listOf(pictureRule, "must be a list of picture URLs");
export const words = listOf(requiredText, "must be a list of text values");

export const availability = v.optional(
  v.picklist(availabilityStatuses, `must be one of ${availabilityStatuses.join(", ")}`),
);

function wholeFrom(least: number) {
  return v.pipe(
    v.number("must be a whole number"),
    v.safeInteger("must be a whole number"),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(largestInteger, "is too large"),
  );
}

function numberUpTo(most: number) {
  return v.pipe(
    v.number("must be a number"),
    v.minValue(0, "must be at least 0"),
    v.maxValue(most, `must be at most ${most}`),
  );
}

/** An amount in units, as whole cents. */
function amountOf(isRight: (cents: number | undefined) => boolean, message: string) {
  return v.pipe(
    v.number("must be a number such as 12.50"),
    v.check((units) => isRight(centsFromNumber(units)), message),
    v.maxValue(numberFromCents(mostPriceCents), `must be at most ${mostPriceInWords}`),
    v.transform((units) => centsFromNumber(units) as number),
  );
}

function atMost(characters: number) {
  return v.maxLength<string, number, string>(
    characters,
    `must be at most ${characters.toLocaleString("en")} characters long`,
  );
}

/** Counts the items before it checks any. */
function listOf<Item extends v.GenericSchema>(item: Item, message: string) {
  return v.optional(
    v.pipe(
      v.array(v.unknown(), message),
      v.maxLength(mostListed, `must have at most ${mostListed.toLocaleString("en")} items`),
      v.array(item),
    ),
  );
}

function orNone<Value>(value: Value) {
  return value || null;
}
