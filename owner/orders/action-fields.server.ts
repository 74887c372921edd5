import { correctedElsewhere } from "#shop/checkout/order-form.ts";
import { safeParse } from "#shop/forms/validate.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { quantityField, readPieceCount, restockField } from "#shop/orders/piece-count.ts";
import { askedItems } from "#shop/orders/state/return-requests.ts";
import { type AdminOrder, readAdminOrder } from "#shop/orders/views/admin.ts";
import { isWithdrawn } from "#shop/orders/withdrawals/read-withdrawals.ts";
import type { Shop } from "#shop/shop.ts";
import type { Formats, Locale } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { centsFromTypedAmount } from "#shop/values/typed-amount.ts";
import { plainNumber, typedAmount } from "#shop/values/typed-numbers.ts";

/** A form's fields. */
export type Fields = Record<string, string>;

/** Invalid input. Owners see the message next to the form. */
export class ActionError extends Error {
  override name = "ActionError";
}

/** A refund of the full remaining amount must be confirmed. */
export class UnconfirmedError extends ActionError {
  override name = "UnconfirmedError";
}

/** @throws ActionError if the text is too long */
export function textOf(fields: Fields, name: keyof typeof fieldLimits) {
  const text = fields[name]?.trim();
  if (text && text.length > fieldLimits[name])
    throw new ActionError(`Use at most ${fieldLimits[name]} characters for ${name}`);
  return text || undefined;
}

export function noteOf(fields: Fields) {
  const note = textOf(fields, "note");
  return note ? { note } : {};
}

/** The reason that a form requires. @param reader who will read it, for the message @throws ActionError */
export function reasonOf(fields: Fields, reader: string) {
  const reason = textOf(fields, "reason");
  if (!reason) throw new ActionError(`Enter a reason. ${reader}`);
  return reason;
}

/** The amount that a form may have, in cents. @throws ActionError */
export function amountOf(fields: Fields, formats: Formats) {
  const typed = fields.amount?.trim();
  return typed ? centsOf(typed, formats) : undefined;
}

/** @param least the smallest amount, in cents @throws ActionError */
export function centsOf(typed: string, formats: Formats, least: 0 | 1 = 0) {
  const cents = centsFromTypedAmount(plainNumber(typed, formats), formats.currency);
  if (cents === undefined || cents < least)
    throw new ActionError(`"${typed}" isn't a valid amount. Enter an amount such as ${typedAmount(1250, formats)}.`);
  return cents;
}

/** How many pieces of a return request's items a form says, and whether they are for sale again. @throws ActionError */
export async function typedItems({ db }: Shop, orderNumber: string, fields: Fields) {
  const order = await readAdminOrder(db, orderNumber);
  const request = order.returns.find(({ id }) => id === fields.returnId);
  return (request ? askedItems(order, request) : []).map(({ productId }, index) => {
    const quantity = readPieceCount(fields[quantityField(index)]);
    if (Number.isNaN(quantity)) throw new ActionError("Enter how many pieces as a whole number");
    return { productId, quantity, isRestocked: fields[restockField(index)] !== undefined };
  });
}

/** @throws UnconfirmedError */
export function requireConfirmation(
  { refundableCents, dueCents, currency }: AdminOrder,
  { amountCents, confirmed, locale }: { amountCents: number; confirmed: string | undefined; locale: Locale },
) {
  if (amountCents !== refundableCents + dueCents || confirmed === String(amountCents)) return;
  const [verb, button] = dueCents > 0 ? ["credits", "Credit"] : ["refunds", "Refund"];
  throw new UnconfirmedError(
    `This ${verb} all ${formatPrice(amountCents, { currency, locale })}. Tick the box to confirm, then press ${button}.`,
  );
}

/** A withdrawn order is sent only on purpose. @throws ActionError */
export async function requireNotWithdrawn({ db }: Shop, orderNumber: string, isConfirmed = false) {
  if (isConfirmed || !(await isWithdrawn(db, orderNumber))) return;
  throw new ActionError("The customer has withdrawn from this order. Cancel it, or confirm on its page to send it.");
}

/** What the form has of an order with a delivery address. @throws ActionError */
export function elsewhereOf(fields: Fields) {
  if (fields.deliveryAddress === undefined) return {};
  const { success, output, issues } = safeParse(correctedElsewhere, fields);
  if (!success) throw new ActionError(issues[0].message);
  const { billingCountry = null, billingZipCode = null, ...parcel } = output;
  return { elsewhere: { ...parcel, billingCountry, billingZipCode } };
}
