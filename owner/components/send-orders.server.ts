import type { RouterContextProvider } from "react-router";
import { OrderUnknownError } from "#shop/orders/order-events.ts";
import { StepRefusedError } from "#shop/orders/order-life.ts";
import { markSent } from "#shop/orders/order-steps.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";

const textLimit = 60;

/**
 * Marks the orders as sent that a form has chosen, one after the other.
 *
 * @returns how many are, and why the others are not
 */
export async function sendOrders(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request);
  const fields = textFields(form);
  const shop = context.get(shopContext);
  const actor = context.get(ownerContext).email;
  const carrier = short(fields.carrier);
  const refused: string[] = [];
  let sent = 0;
  for (const number of new Set(form.getAll("order").map(String))) {
    try {
      await markSent(shop, number, { actor, carrier, tracking: short(fields[`tracking-${number}`]) });
      sent++;
    } catch (error) {
      if (!(error instanceof StepRefusedError || error instanceof OrderUnknownError)) throw error;
      refused.push(`${number}: ${error.message}`);
    }
  }
  if (sent + refused.length === 0) refused.push("Choose the orders first");
  return { sent, refused };
}

function short(text: string | undefined) {
  return text?.trim().slice(0, textLimit) || null;
}
