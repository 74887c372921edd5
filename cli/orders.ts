import { Command } from "@commander-js/extra-typings";
import type { Database } from "#database/connect.ts";
import type { OrderState } from "#database/schema.ts";
import { addressOnOneLine } from "#shop/delivery/full-address.ts";
import { isOrderState, orderStates } from "#shop/orders/state/state-machine.ts";
import { toOrderJson } from "#shop/orders/views/admin.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { dayOf, formatTimestamp } from "#shop/values/days.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { CommandError, type OpenShop } from "./command.ts";
import { printRows } from "./print.ts";

/** Lists orders, newest first. */
export const ordersCommand = (open: OpenShop) =>
  new Command("orders")
    .description("list the orders, newest first")
    .option("--state <STATE>", `only those with this state: ${orderStates.join(", ")}`, stateOf)
    .option("--unpaid", "only those whose invoice came first and isn't paid yet")
    .option("--overdue", "only those whose invoice is overdue")
    .option("--json", "as one JSON array")
    .action(async ({ json, state, unpaid, overdue }) => {
      const { db, settings, now } = await open();
      const today = dayOf(now(), settings.timeZone);
      const isOfInvoices = unpaid || overdue;
      const noInvoices = overdue ? "No overdue invoices" : "No unpaid invoices";
      const orders = await listOrders(db, state, overdue ? { before: today } : unpaid ? {} : undefined);
      const short = orders.map(
        ({ orderNumber, email, totalPrice, state, cartItems, createdAt, paymentMethod, name, ...address }) => ({
          orderNumber,
          email,
          totalPrice,
          state,
          date: formatTimestamp(Date.parse(createdAt), settings.timeZone),
          paymentMethod,
          ...(isOfInvoices && {
            amountDue: address.amountDue,
            dueOn: address.dueOn,
            reference: address.paymentReference,
          }),
          billingAddress: addressOnOneLine({ ...address, recipientName: name }),
          items: cartItems.map((item) => `${item.quantity} × ${fullTitle(item)}`).join(", "),
        }),
      );
      const empty = isOfInvoices ? noInvoices : state ? `No orders with state ${state}` : "No orders yet";
      printRows(json ? orders : short, { json, empty });
    });

/** @throws CommandError if the state is unknown */
function stateOf(text: string): OrderState {
  if (isOrderState(text)) return text;
  throw new CommandError(`Unknown state "${text}". Use ${orderStates.join(", ")}.`);
}

/** Reads orders for `--json`, newest first. @param state only orders with this state @param unpaid only those with an unpaid invoice */
export async function listOrders(db: Database, state?: OrderState, unpaid?: Parameters<typeof readOrders>[2]) {
  const orders = await readOrders(db, state, unpaid);
  return orders.map(toOrderJson);
}
