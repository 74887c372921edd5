import * as v from "valibot";
import { email, requiredText } from "../../forms/account-fields.ts";
import { typedText } from "../../forms/form-rules.ts";
import type { EventItem } from "../../values/event-items.ts";
import { quantityField, readPieceCount } from "../piece-count.ts";

export const withdrawalLimits = { name: 100, orderNumber: 40, items: 1000 } as const;

/** A statement of withdrawal as a consumer fills it in. No reason is asked. See docs/decisions/0329. */
export const withdrawalForm = v.object({
  withdrawalId: v.pipe(v.optional(v.string(), ""), v.maxLength(36), v.uuid()),
  name: requiredText("Name is required", withdrawalLimits.name),
  orderNumber: requiredText("Order number is required", withdrawalLimits.orderNumber),
  email: email("Please enter a valid email address"),
  scope: v.optional(v.picklist(["", "whole", "items"]), ""),
  /** The items in the consumer's words, where the shop can't list them. */
  items: typedText(withdrawalLimits.items),
});

/**
 * Reads how many of which lines a consumer withdraws from.
 *
 * @returns the items, and the message of each field that is wrong
 */
export function readWithdrawnItems(
  lines: { productId: string; index: number; quantity: number }[],
  form: Record<string, string>,
) {
  const errors: Record<string, string> = {};
  const items = lines.flatMap(({ productId, index, quantity: most }): EventItem[] => {
    const field = quantityField(index);
    const quantity = readPieceCount(form[field]);
    if (!(quantity <= most)) errors[field] = `Choose a number from 0 to ${most}`;
    return quantity > 0 ? [{ productId, quantity }] : [];
  });
  return { items, errors };
}
