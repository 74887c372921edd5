import * as v from "valibot";
import type { Currency } from "../../values/currencies.ts";
import { byText } from "../../values/locale.ts";
import { addressProblem, readAddress } from "../fields/address-slug.ts";
import { amountRules, missing } from "../fields/field-rules.ts";
import { catalogFields, type FieldName, type FieldRules } from "../fields/product-fields.ts";
import type { ImportedProduct } from "../fields/product-row.ts";

const entries = Object.fromEntries(catalogFields.map(({ name, rule }) => [name, rule])) as FieldRules;

function recordIn(currency: Currency) {
  const rules: FieldRules = { ...entries, ...amountRules(currency) };
  return v.object(rules, (issue) => (issue.received === "undefined" ? missing : "must be an object"));
}

type RecordFields = v.InferOutput<ReturnType<typeof recordIn>>;
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

/** @typeParam Fields all that the record has */
function isPublishedFirst<Fields extends Partial<Pick<RecordFields, "publishAt" | "unpublishAt">>>() {
  return v.rawCheck<Fields>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { publishAt, unpublishAt } = dataset.value;
    if (publishAt == null || unpublishAt == null || unpublishAt > publishAt) return;
    const item = { origin: "value", input: dataset.value, key: "unpublishAt", value: unpublishAt } as const;
    const message = "must be after the time it is published";
    addIssue({ message, received: String(unpublishAt), path: [{ type: "object", ...item }] });
  });
}

/** What JSON without these fields means, too. */
const cleared = Object.fromEntries(
  catalogFields.flatMap(({ column, isAlwaysMeant }) => (isAlwaysMeant ? [[column, null]] : [])),
);

/**
 * A product as JSON files write it, its price in units of the shop's currency. Id, title, description, category, price and stock may not be
 * missing, a missing brand is none, and fields it doesn't know are ignored. See docs/decisions/0139.
 */
export const catalogRecordSchema = byText((currency) =>
  v.pipe(
    recordIn(currency),
    endsAfterStart(),
    hasAddress(),
    isPublishedFirst(),
    v.transform((fields) => ({ ...cleared, ...toProduct(fields) })),
  ),
);

/** A product as spreadsheets with all required columns write it: one without a brand column changes no brand. */
export const catalogRowSchema = byText((currency) =>
  v.pipe(
    recordIn(currency),
    endsAfterStart(),
    hasAddress(),
    isPublishedFirst(),
    v.transform((fields) => toProduct(fields)),
  ),
);

const namesBesidesId = Object.keys(entries).filter((name) => name !== "id") as [Exclude<FieldName, "id">];

/** The id of a product that is there, and any of its fields. */
export const partialRecordSchema = byText((currency) =>
  v.pipe(
    v.partial(recordIn(currency), namesBesidesId),
    endsAfterStart(),
    hasAddress(),
    isPublishedFirst(),
    v.transform((fields) => toProduct(fields)),
  ),
);

function toProduct(fields: Pick<RecordFields, "id"> & Partial<RecordFields>): ImportedProduct {
  const { id, address } = fields;
  const given = catalogFields.filter(({ name }) => fields[name] !== undefined);
  return {
    ...Object.fromEntries(given.map(({ name, column }) => [column, fields[name]])),
    id,
    ...(address && { address: readAddress(id, address) }),
  };
}
