import type { RouterContextProvider } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { deliverOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { markPaid, remind } from "#shop/orders/payment/offline-payment.ts";
import { staff } from "#shop/orders/state/events.ts";
import { CorrectionRefusedError, OrderUnknownError } from "#shop/orders/state/order.ts";
import { TransitionRefusedError } from "#shop/orders/state/state-machine.ts";
import type { Shipment } from "#shop/orders/state/transition.ts";
import { countFoundOrders, findOrders, type OrderSearch } from "#shop/orders/views/find-orders.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { ActionError, requireNotWithdrawn } from "./action-fields.server.ts";
import {
  type BulkStep,
  bulkSteps,
  isPaymentStep,
  type PaymentStep,
  readBulkStep,
  trackingPrefix,
} from "./bulk-step.ts";
import { type OrderQuery, ordersPerPage, toOrderSearch } from "./order-query.server.ts";

/** Orders marked by one request, so that none takes long. */
const batchSize = 50;

type Context = Readonly<RouterContextProvider>;

/**
 * Marks a form's selected orders, one by one.
 *
 * @returns how many were marked, the others' errors, and the form's fields
 */
export async function markSelectedOrders(request: Request, context: Context) {
  // Each row has a checkbox and a tracking number.
  const form = await readForm(request, 2 * ordersPerPage + 10);
  const fields = textFields(form);
  const step = isPaymentStep(fields.step) ? fields.step : readBulkStep(fields.step);
  const ticked = form.getAll("order").map(String);
  const selected = [...new Set([...ticked, ...(step === "send" ? numbersIn(fields) : [])])].slice(0, ordersPerPage);
  const parcels = selected.map((orderNumber) => ({
    orderNumber,
    carrier: shorten(fields.carrier, fieldLimits.carrier),
    tracking: shorten(fields[trackingPrefix + orderNumber], fieldLimits.tracking),
  }));
  return { step, selected, fields, ...(await markOrders(step, parcels, context)) };
}

/** The orders that a tracking number was typed for: it counts as their selection. */
function numbersIn(fields: Record<string, string>) {
  return Object.entries(fields).flatMap(([name, text]) =>
    name.startsWith(trackingPrefix) && text.trim() ? [name.slice(trackingPrefix.length)] : [],
  );
}

/** How many paid orders *Mark all as sent* leaves out, because their customers have withdrawn. */
export function countWithdrawn(context: Context) {
  return countFoundOrders(context.get(shopContext).db, { state: bulkSteps.send.from, isWithdrawn: true });
}

/** How many orders a search finds that the step can follow. */
export function countOrdersToMark(step: BulkStep, query: OrderQuery, context: Context) {
  return countFoundOrders(context.get(shopContext).db, toBulkSearch(step, query, context));
}

/**
 * Marks the next of the found orders, the oldest first. After an interruption it starts again: what was marked isn't found any more.
 *
 * @returns how many were marked, the others' errors, and the cursor after them; undefined at the end
 */
export async function markNextOrders(step: BulkStep, query: OrderQuery, carrier: string | undefined, context: Context) {
  const search = { ...toBulkSearch(step, query, context), limit: batchSize };
  const { orders, next } = await findOrders(context.get(shopContext).db, search);
  const parcels = orders.map(({ orderNumber }) => ({
    orderNumber,
    carrier: shorten(carrier, fieldLimits.carrier),
    tracking: null,
  }));
  return { ...(await markOrders(step, parcels, context)), after: next && `${next.createdAt}-${next.id}` };
}

function toBulkSearch(step: BulkStep, query: OrderQuery, context: Context): Omit<OrderSearch, "limit"> {
  const { settings, now } = context.get(shopContext);
  const search = toOrderSearch({ ...query, state: bulkSteps[step].from }, settings.timeZone, now());
  return { ...search, sort: "oldest", isWithdrawn: step === "send" ? false : undefined };
}

const refusals = [ActionError, TransitionRefusedError, CorrectionRefusedError, OrderUnknownError];

async function markOrders(
  step: BulkStep | PaymentStep,
  parcels: ({ orderNumber: string } & Shipment)[],
  context: Context,
) {
  const shop = context.get(shopContext);
  const actor = staff(context.get(ownerContext).email);
  const refused: string[] = [];
  for (const { orderNumber, ...parcel } of parcels) {
    try {
      if (step === "send") {
        await requireNotWithdrawn(shop, orderNumber);
        await sendOrder(shop, orderNumber, { actor, ...parcel });
      } else if (step === "pay") await markPaid(shop, orderNumber, { actor });
      else if (step === "remind") await remind(shop, orderNumber, { actor });
      else await deliverOrder(shop, orderNumber, { actor });
    } catch (error) {
      // Someone else changed it since it was listed.
      if (!refusals.some((Refusal) => error instanceof Refusal)) throw error;
      refused.push(`${orderNumber}: ${(error as Error).message}`);
    }
  }
  return { done: parcels.length - refused.length, refused };
}

function shorten(text = "", limit: number) {
  return cutText(text.trim(), limit) || null;
}
