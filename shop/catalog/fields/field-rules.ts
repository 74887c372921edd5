import * as v from "valibot";
import { isStorableText, textLines } from "../../forms/validate.ts";
import { pictureAddress } from "../../pictures/picture-list.ts";
import { cleanId, cleanText } from "../../text/clean-text.ts";
import { foldText } from "../../text/fold-text.ts";
import { slugOf } from "../../text/slug.ts";
import { type Currency, decimalsOf, defaultCurrency } from "../../values/currencies.ts";
import { parseTimestamp, whyTwoDays } from "../../values/days.ts";
import { defaultLocale } from "../../values/locale.ts";
import {
  centsFromNumber,
  decimalAmount,
  mostPriceCents,
  mostPriceInWords,
  numberFromCents,
} from "../../values/money.ts";
import { availabilityStatuses } from "../stock/availability.ts";
import { addressLimit } from "./address-slug.ts";
import type { ProductOptions } from "./field-kinds.ts";

/** The rules of a product's fields: from what catalog files write to what the shop keeps. An error follows the field's name. */

/** Characters of a picture's address. */
const longestAddress = 4000;
/** Tags or pictures of one product. See docs/decisions/0183. */
const mostListed = 1000;
const largestInteger = 2_147_483_647;

/** The error of an absent field, and of a text without a visible character. */
export const missing = "is missing";
const mustBeId = "must be text or a whole number";
/** Browsers take them for the way up, so there would be no address. */
const wayUp = "must not be . or ..";

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

/** A text that may be empty. */
export function textUpTo(characters: number) {
  return v.nullish(v.pipe(text, atMost(characters), v.transform(orNone)));
}

export const id = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(mustBeId))], mustBeId),
  v.transform(String),
  v.check(isStorableText, "must not contain NUL characters"),
  v.transform(cleanId),
  requiredText,
  atMost(200),
  v.notValues([".", ".."], wayUp),
);

export const address = v.nullish(v.pipe(text, atMost(addressLimit), v.transform(orNone)));

export const vatRate = v.nullish(v.pipe(text, atMost(40), v.transform(slugOf), v.transform(orNone)));

export const group = v.nullish(v.pipe(text, atMost(100), v.notValues([".", ".."], wayUp), v.transform(orNone)));

/** Files may write codes of digits as numbers. */
const code = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(mustBeId))], mustBeId),
  v.transform(String),
  text,
);

export const sku = v.nullish(v.pipe(code, atMost(100), v.transform(orNone)));

/** GTIN-8, -12, -13 or -14 (GS1 General Specifications). Whether its check digit fits is for a warning to say. */
export const gtin = v.nullish(
  v.pipe(
    code,
    v.transform((typed) => typed.replace(/[\s-]/g, "")),
    v.regex(/^(\d{8}|\d{12,14})?$/, "must have 8, 12, 13 or 14 digits"),
    v.transform(orNone),
  ),
);

/** Up to a thousand tonnes. */
export const weight = v.nullish(numberUpTo(1_000_000_000));

export const contentAmount = v.nullish(v.pipe(numberUpTo(1_000_000_000), v.transform(orNone)));

export const contentUnits = ["g", "kg", "ml", "l", "m", "piece"] as const;

export const contentUnit = v.nullish(
  v.pipe(
    text,
    v.transform((unit) => unit.toLowerCase()),
    v.picklist(["", ...contentUnits], `must be one of ${contentUnits.join(", ")}`),
    v.transform((unit) => unit || null),
  ),
);

/** Names of options that a product has. */
export const mostOptions = 3;
const twice = "must not name an option twice";
const optionsMessage = 'must be an object such as {"Size": "M"}';

/** An option without a value is left out. */
export const options = v.nullish(
  v.pipe(
    v.unknown(),
    v.check((named) => !arePairs(named), twice),
    v.record(v.string(), v.unknown(), optionsMessage),
    v.maxEntries(mostOptions, `must have at most ${mostOptions} names`),
    v.record(v.pipe(text, atMost(100)), v.pipe(code, atMost(100)), optionsMessage),
    v.check((named) => !named[""], "must have a name for each value"),
    v.transform((named) => Object.entries(named).filter(([, value]) => value !== "")),
    v.check((pairs) => new Set(pairs.map(([name]) => foldText(name))).size === pairs.length, twice),
    v.transform((pairs) => (pairs.length > 0 ? (Object.fromEntries(pairs) as ProductOptions) : null)),
  ),
);

export const stock = wholeFrom(0);
export const quantity = v.optional(wholeFrom(1));
export const rating = v.optional(numberUpTo(5));
export const percentage = v.optional(numberUpTo(100));

/** The rules of amounts, whose decimals are a currency's. */
export function amountRules(currency: Currency) {
  const decimals = decimalsOf(currency);
  const shape = decimals === 0 ? "without decimals" : `with at most ${decimals} decimals`;
  const price = amountOf(currency, (cents) => cents !== undefined, `must be 0 or more, ${shape}`);
  return {
    price,
    compareAtPrice: v.nullish(v.pipe(price, v.transform(orNone))),
    salePrice: v.nullish(amountOf(currency, Boolean, `must be more than 0, ${shape}`)),
  };
}

export const { price, compareAtPrice, salePrice } = amountRules(defaultCurrency);

export const moment = v.nullish(
  v.pipe(
    text,
    atMost(40),
    v.check(
      (time) => whyTwoDays(time) === undefined,
      ({ input }) => whyTwoDays(input) ?? "",
    ),
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

export const imageAlts = v.nullish(
  v.pipe(
    listOf(v.pipe(text, v.transform(inOneLine), atMost(500)), "must be a list of texts"),
    v.transform((alts) => (alts?.some(Boolean) ? alts : null)),
  ),
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
function amountOf(currency: Currency, isRight: (cents: number | undefined) => boolean, message: string) {
  const most = mostPriceInWords({ currency, locale: defaultLocale });
  return v.pipe(
    v.number(`must be a number such as ${decimalAmount(1250, currency)}`),
    v.check((units) => isRight(centsFromNumber(units, currency)), message),
    v.maxValue(numberFromCents(mostPriceCents, currency), `must be at most ${most}`),
    v.transform((units) => centsFromNumber(units, currency) as number),
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

function arePairs(value: unknown) {
  return Array.isArray(value) && value.every(Array.isArray);
}

function inOneLine(typed: string) {
  return textLines(typed).join(" ");
}

function orNone<Value>(value: Value) {
  return value || null;
}
