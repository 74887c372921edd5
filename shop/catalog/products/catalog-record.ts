import * as v from "valibot";
import { isStorableText } from "../../forms/validate.ts";
import { pictureAddress } from "../../pictures/picture-list.ts";
import { cleanId, cleanText } from "../../text/clean-text.ts";
import { slugOf } from "../../text/slug.ts";
import { parseTimestamp } from "../../values/days.ts";
import { centsFromNumber, mostPriceCents, mostPriceInWords, numberFromCents } from "../../values/money.ts";
import type { SaleColumns } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { availabilityStatuses } from "../stock/availability.ts";
import { addressLimit, addressProblem, readAddress } from "./address-slug.ts";

/** Characters of a picture's address. */
const longestAddress = 4000;

/** The error of an absent field, and of a text without a visible character. */
export const missing = "is missing";
const mustBeId = "must be text or a whole number";
const text = v.pipe(
  v.string("must be text"),
  v.check(isStorableText, "must not contain NUL characters"),
  // Half a character pair, which no database can hold either, becomes the sign for an unreadable character.
  v.transform((value) => cleanText(value.toWellFormed())),
);
const requiredText = v.pipe(
  v.string("must be text"),
  v.check((value) => value.trim() === "" || cleanText(value) !== "", missing),
  text,
  v.nonEmpty("must not be empty"),
);
const wholeNumber = v.pipe(v.number("must be a whole number"), v.safeInteger("must be a whole number"));
const percentage = v.pipe(
  v.number("must be a number"),
  v.minValue(0, "must be at least 0"),
  v.maxValue(100, "must be at most 100"),
);
const picture = v.pipe(
  requiredText,
  v.maxLength(longestAddress, `must be at most ${longestAddress.toLocaleString("en")} characters long`),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const address = pictureAddress(dataset.value);
    if (address) return address;
    addIssue({ message: "must be a picture URL (https://… or /…)" });
    return NEVER;
  }),
);

/** Tags or pictures of one product. See docs/decisions/0183. */
const mostListed = 1000;

/** Counts the items before it checks any. */
function listOf<Item extends v.GenericSchema>(item: Item, message: string) {
  return v.pipe(
    v.array(v.unknown(), message),
    v.maxLength(mostListed, `must have at most ${mostListed.toLocaleString("en")} items`),
    v.array(item),
  );
}

const saleMoment = v.nullish(
  v.pipe(
    text,
    v.maxLength(40, "must be at most 40 characters long"),
    v.check((time) => parseTimestamp(time) !== undefined, "must be a time such as 2026-12-24T17:00:00Z"),
    v.transform((time) => parseTimestamp(time) as number),
  ),
);

const notTooMuch = v.maxValue<number, number, string>(
  numberFromCents(mostPriceCents),
  `must be at most ${mostPriceInWords}`,
);
const price = v.pipe(
  v.number("must be a number such as 12.50"),
  v.check((price) => centsFromNumber(price) !== undefined, "must be 0 or more, with at most 2 decimals"),
  notTooMuch,
);

const record = v.object(
  {
    id: v.pipe(
      v.union([v.string(), v.pipe(v.number(), v.safeInteger(mustBeId))], mustBeId),
      v.transform(String),
      v.check(isStorableText, "must not contain NUL characters"),
      v.transform(cleanId),
      requiredText,
      v.maxLength(200, "must be at most 200 characters long"),
      // Browsers take them for the way up, so their product would have no address.
      v.notValues([".", ".."], "must not be . or .."),
    ),
    address: v.nullish(v.pipe(text, v.maxLength(addressLimit, `must be at most ${addressLimit} characters long`))),
    title: requiredText,
    price,
    compareAtPrice: v.nullish(price),
    salePrice: v.nullish(
      v.pipe(
        v.number("must be a number such as 12.50"),
        v.check((price) => Boolean(centsFromNumber(price)), "must be more than 0, with at most 2 decimals"),
        notTooMuch,
      ),
    ),
    saleStarts: saleMoment,
    saleEnds: saleMoment,
    rating: v.optional(
      v.pipe(v.number("must be a number"), v.minValue(0, "must be at least 0"), v.maxValue(5, "must be at most 5")),
    ),
    thumbnail: v.optional(picture),
    images: v.optional(listOf(picture, "must be a list of picture URLs")),
    brand: v.nullish(text),
    category: requiredText,
    tags: v.optional(listOf(requiredText, "must be a list of text values")),
    stock: v.pipe(wholeNumber, v.minValue(0, "must be at least 0"), v.maxValue(2_147_483_647, "is too large")),
    discountPercentage: v.optional(percentage),
    minimumOrderQuantity: v.optional(
      v.pipe(wholeNumber, v.minValue(1, "must be at least 1"), v.maxValue(2_147_483_647, "is too large")),
    ),
    description: text,
    vatRate: v.nullish(v.pipe(text, v.maxLength(40, "must be at most 40 characters long"), v.transform(slugOf))),
    availabilityStatus: v.optional(
      v.picklist(availabilityStatuses, `must be one of ${availabilityStatuses.join(", ")}`),
    ),
  },
  (issue) => (issue.received === "undefined" ? missing : "must be an object"),
);

/** A product that a file describes. Fields that it omits stay as they are, or have a new product's defaults. */
export type ImportedProduct = Pick<Product, "id"> & Partial<Omit<Product, "formerCents"> & SaleColumns>;

type RecordFields = v.InferOutput<typeof record>;
type SaleFields = Partial<Pick<RecordFields, "salePrice" | "saleStarts" | "saleEnds">>;

/** @typeParam Fields all that the record has */
function endsAfterStart<Fields extends SaleFields>() {
  return v.check<Fields, string>(
    ({ saleStarts, saleEnds }) => !saleStarts || !saleEnds || saleEnds > saleStarts,
    "saleEnds must be after saleStarts",
  );
}

/** Another product's address is the database's to find. @typeParam Fields all that the record has */
function hasAddress<Fields extends Pick<RecordFields, "id"> & Partial<Pick<RecordFields, "address">>>() {
  return v.rawCheck<Fields>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { id, address } = dataset.value;
    const message = address && addressProblem(id, address);
    if (!message) return;
    const place = { type: "object", origin: "value", input: dataset.value, key: "address", value: address } as const;
    addIssue({ message, received: JSON.stringify(address), path: [place] });
  });
}

/**
 * A product as JSON files write it, its price in units of the shop's currency. Id, title, description, category, price and stock may not be
 * missing, a missing brand is none, and fields it doesn't know are ignored. See docs/decisions/0139.
 */
export const catalogRecordSchema = v.pipe(
  record,
  endsAfterStart(),
  hasAddress(),
  v.transform((fields) => ({ ...toProduct(fields), brand: fields.brand || null })),
);

/** A product as spreadsheets with all required columns write it: one without a brand column changes no brand. */
export const catalogRowSchema = v.pipe(
  record,
  endsAfterStart(),
  hasAddress(),
  v.transform((fields) => toProduct(fields)),
);

const { id: _, ...entriesBesidesId } = record.entries;
const namesBesidesId = Object.keys(entriesBesidesId) as [keyof typeof entriesBesidesId];

/** The id of a product that is there, and any of its fields. */
export const partialRecordSchema = v.pipe(
  v.partial(record, namesBesidesId),
  endsAfterStart(),
  hasAddress(),
  v.transform(toProduct),
);

function toProduct({
  address,
  price,
  compareAtPrice,
  salePrice,
  saleStarts,
  saleEnds,
  brand,
  vatRate,
  ...fields
}: Pick<RecordFields, "id"> & Partial<RecordFields>): ImportedProduct {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...(given as typeof fields & {}),
    ...(address !== undefined && { address: address ? readAddress(fields.id, address) : null }),
    ...(price !== undefined && { priceCents: centsFromNumber(price) as number }),
    ...(brand !== undefined && { brand: brand || null }),
    ...(vatRate !== undefined && { vatRate: vatRate || null }),
    ...(compareAtPrice !== undefined && {
      compareAtCents: (compareAtPrice && centsFromNumber(compareAtPrice)) || null,
    }),
    ...(salePrice !== undefined && { saleCents: salePrice === null ? null : (centsFromNumber(salePrice) as number) }),
    ...(saleStarts !== undefined && { saleStartsAt: saleStarts }),
    ...(saleEnds !== undefined && { saleEndsAt: saleEnds }),
  } as ImportedProduct;
}
