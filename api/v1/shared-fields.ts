import * as v from "valibot";

const trueOrFalse = "must be true or false";

/** A moment as answers have it. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

export const yesOrNo = v.boolean(trueOrFalse);

/** The same in a query, whose values are texts. */
export const yesOrNoText = v.picklist(["true", "false"], trueOrFalse);

/** The number of a row in a path. */
export const rowNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));

/** What the shop sets itself. Programs may send back what they have read, and it is ignored. */
export const readOnly = v.optional(v.pipe(v.unknown(), v.metadata({ readOnly: true })));
