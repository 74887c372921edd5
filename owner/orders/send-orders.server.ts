import type { RouterContextProvider } from "react-router";
import { staff } from "#shop/orders/events.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { OrderUnknownError } from "#shop/orders/order.ts";
import { TransitionRefusedError } from "#shop/orders/state-machine.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";

const textLimit = 60;

/**
 * Marks a form's selected orders as sent, one by one.
 *
 * @returns how many were sent, and the others' errors
 */
export async function sendOrders(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request);
  const fields = textFields(form);
  const shop = context.get(shopContext);
  const actor = staff(context.get(ownerContext).email);
  const carrier = short(fields.carrier);
  const refused: string[] = [];
  let sent = 0;
  for (const number of new Set(form.getAll("order").map(String))) {
    try {
      await sendOrder(shop, number, { actor, carrier, tracking: short(fields[`tracking-${number}`]) });
      sent++;
    } catch (error) {
      if (!(error instanceof TransitionRefusedError || error instanceof OrderUnknownError)) throw error;
      refused.push(`${number}: ${error.message}`);
    }
  }
  if (sent + refused.length === 0) refused.push("Select at least one order");
  return { sent, refused };
}

function short(text: string | undefined) {
  return text?.trim().slice(0, textLimit) || null;
}
