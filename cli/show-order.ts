import { styleText } from "node:util";
import { Command } from "@commander-js/extra-typings";
import { actorName, eventName } from "#shop/orders/state/events.ts";
import { orderStateName } from "#shop/orders/state/state-machine.ts";
import { deductionRows, sumRows } from "#shop/orders/sums.ts";
import { type AdminOrder, readAdminOrder, reservationDetails, toOrderDetailsJson } from "#shop/orders/views/admin.ts";
import { receiptDetails } from "#shop/orders/views/receipt.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { correctOrderNumber } from "#shop/values/order-number.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import type { OpenShop } from "./command.ts";
import { printRows, terminalJson, terminalText } from "./print.ts";

/** Shows an order with its timeline. */
export const orderCommand = (open: OpenShop) =>
  new Command("order")
    .description("show an order with its items and timeline")
    .argument("<NUMBER>", "one order number")
    .option("--json", "as one JSON object")
    .action(async (typed, { json }) => {
      const { db, settings } = await open();
      const order = await readAdminOrder(db, await correctOrderNumber(db, typed));
      if (json) console.log(terminalJson(toOrderDetailsJson(order)));
      else print(order, settings);
    });

function print(order: AdminOrder, regional: Regional) {
  const { timeZone, locale } = regional;
  const money = (cents: number) => formatPrice(cents, { currency: order.currency, locale });
  const hasSkus = order.lines.some(({ sku }) => sku !== null);
  printDetails([
    ["State", orderStateName(order)],
    ...receiptDetails(order, regional),
    ...reservationDetails(order, regional),
    ["Name", order.recipientName],
    ["Email", order.email],
    ...sumRows(order, locale),
    ...deductionRows(order, locale),
  ]);
  printPart(
    "Items",
    order.lines.map(({ productId, quantity, priceCents, sku, ...line }) => ({
      id: productId,
      ...(hasSkus && { sku }),
      title: fullTitle(line),
      quantity,
      price: money(priceCents),
      total: money(priceCents * quantity),
    })),
  );
  printPart(
    "Timeline",
    order.history.map(({ createdAt, step, actor, note, amountCents, carrier, tracking }) => ({
      date: formatTimestamp(createdAt, timeZone),
      event: eventName({ step, actor }, order.isPickup),
      by: actorName(actor),
      amount: amountCents === null ? null : money(amountCents),
      carrier,
      tracking,
      note,
    })),
  );
  printPart(
    "Pending refunds",
    order.waitingRefunds.map(({ createdAt, amountCents, reason, actor, attempts, lastError }) => ({
      since: formatTimestamp(createdAt, timeZone),
      amount: money(amountCents),
      by: actorName(actor),
      attempts,
      reason,
      lastError,
    })),
  );
  printPart(
    "Failed refunds",
    order.failedRefunds.map(({ createdAt, amountCents, outstandingCents, reason, actor, lastError }) => ({
      since: formatTimestamp(createdAt, timeZone),
      amount: money(amountCents),
      outstanding: money(outstandingCents),
      by: actorName(actor),
      reason,
      lastError,
    })),
  );
}

function printDetails(details: [name: string, value: string][]) {
  const width = Math.max(...details.map(([name]) => name.length));
  for (const [name, value] of details) {
    const lines = value.split("\n").map(terminalText);
    console.log(`${name.padEnd(width)}  ${lines.join(`\n${" ".repeat(width + 2)}`)}`);
  }
}

/** Prints a table with a heading, unless it is empty. */
function printPart(heading: string, rows: Record<string, unknown>[]) {
  if (rows.length === 0) return;
  console.log(`\n${styleText("bold", heading)}`);
  printRows(rows, { empty: "" });
}
