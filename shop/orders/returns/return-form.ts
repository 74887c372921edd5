import * as v from "valibot";
import { typedText } from "../../forms/form-rules.ts";
import { quantityField, readPieceCount } from "../piece-count.ts";
import type { RequestedItem } from "../state/order.ts";
import { returnReasons, unstatedReason } from "../state/return-reasons.ts";

export const returnCommentLimit = 500;

/** The parts of the form that aren't about an item. */
export const returnForm = v.object({
  returnId: v.pipe(v.optional(v.string(), ""), v.maxLength(36), v.uuid()),
  comment: typedText(returnCommentLimit),
});

/** The names of an item's fields: how many pieces, and why. @param index the line's place in the order */
export function itemFieldNames(index: number) {
  return { quantity: quantityField(index), reason: `reason-${index}` };
}

/**
 * Reads how many of which lines a form asks to return, and why.
 *
 * @returns the items, and the message of each field that is wrong
 */
export function readReturnItems(lines: { productId: string }[], form: Record<string, string>) {
  const errors: Record<string, string> = {};
  const items = lines.flatMap(({ productId }, index): Omit<RequestedItem, "accepted">[] => {
    const names = itemFieldNames(index);
    const quantity = readPieceCount(form[names.quantity]);
    if (quantity === 0) return [];
    const reason = form[names.reason] || unstatedReason;
    if (Number.isNaN(quantity)) errors[names.quantity] = "Choose how many to return";
    if (reason !== unstatedReason && !Object.hasOwn(returnReasons, reason))
      errors[names.reason] = "Choose a reason from the list";
    return [{ productId, quantity, reason }];
  });
  return { items, errors };
}
