import { parseArgs, styleText } from "node:util";
import { formatMoment } from "#shop/days.ts";
import { decimalAmount, formatPrice } from "#shop/money.ts";
import { orderStateNames } from "#shop/orders/order-life.ts";
import { type OwnersOrder, readOwnersOrder } from "#shop/orders/read-owners-order.ts";
import { receiptFacts, receiptSums } from "#shop/orders/receipt.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyOf } from "./only-argument.ts";
import { toOrderJson } from "./orders.ts";
import { printRows } from "./table.ts";
import { terminalJson, terminalText } from "./terminal-text.ts";

/** Shows one order and all that has happened to it. */
export const orderCommand = {
  usage: "order NUMBER [--json]",
  summary: "show an order, its lines, and what has happened to it",
  async run({ db, settings }: ShopDatabase, args: string[]) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: "boolean" } } });
    const number = onlyOf(positionals, "order takes the number of one order").toUpperCase();
    const order = await readOwnersOrder(db, number);
    if (values.json) console.log(terminalJson(toJson(order)));
    else print(order, settings.timeZone);
  },
};

/** As `orders --json` has it, with its history. Amounts are dollars with 2 decimals. */
function toJson(order: OwnersOrder) {
  const { deliveryDays, name, history, refundedCents, refundableCents, waitingRefunds, failedRefunds } = order;
  return {
    ...toOrderJson(order),
    deliveryDays,
    name,
    events: history.map(({ step, createdAt, actor, note, amountCents, carrier, tracking }) => ({
      step,
      createdAt: isoTime(createdAt),
      actor,
      note,
      amount: amountCents === null ? null : decimalAmount(amountCents),
      carrier,
      tracking,
    })),
    refunded: decimalAmount(refundedCents),
    refundable: decimalAmount(refundableCents),
    waitingRefunds: waitingRefunds.map(({ amountCents, reason, actor, createdAt, attempts, lastError }) => ({
      amount: decimalAmount(amountCents),
      reason,
      actor,
      createdAt: isoTime(createdAt),
      attempts,
      lastError,
    })),
    failedRefunds: failedRefunds.map(({ amountCents, outstandingCents, reason, actor, createdAt, lastError }) => ({
      amount: decimalAmount(amountCents),
      outstanding: decimalAmount(outstandingCents),
      reason,
      actor,
      createdAt: isoTime(createdAt),
      lastError,
    })),
  };
}

function isoTime(moment: number) {
  return new Date(moment).toISOString();
}

function print(order: OwnersOrder, timeZone: string) {
  printFacts([
    ["State", orderStateNames[order.state]],
    ...receiptFacts(order, timeZone),
    ["Email", order.email],
    ...receiptSums(order),
  ]);
  printPart(
    "Lines",
    order.lines.map(({ productId, title, quantity, priceCents }) => ({
      id: productId,
      title,
      quantity,
      price: formatPrice(priceCents),
      sum: formatPrice(priceCents * quantity),
    })),
  );
  printPart(
    "What has happened",
    order.history.map(({ createdAt, step, actor, note, amountCents, carrier, tracking }) => ({
      when: formatMoment(createdAt, timeZone),
      step: inWords(step),
      who: actor,
      amount: amountCents === null ? null : formatPrice(amountCents),
      carrier,
      tracking,
      note,
    })),
  );
  printPart(
    "Refunds that wait",
    order.waitingRefunds.map(({ createdAt, amountCents, reason, actor, attempts, lastError }) => ({
      since: formatMoment(createdAt, timeZone),
      amount: formatPrice(amountCents),
      who: actor,
      attempts,
      reason,
      lastError,
    })),
  );
  printPart(
    "Failed refunds",
    order.failedRefunds.map(({ createdAt, amountCents, outstandingCents, reason, actor, lastError }) => ({
      since: formatMoment(createdAt, timeZone),
      amount: formatPrice(amountCents),
      outstanding: formatPrice(outstandingCents),
      who: actor,
      reason,
      lastError,
    })),
  );
}

function printFacts(facts: [name: string, value: string][]) {
  const width = Math.max(...facts.map(([name]) => name.length));
  for (const [name, value] of facts) console.log(`${name.padEnd(width)}  ${terminalText(value)}`);
}

/** Prints a table under a heading of its own, if it has rows. */
function printPart(heading: string, rows: Record<string, unknown>[]) {
  if (rows.length === 0) return;
  console.log(`\n${styleText("bold", heading)}`);
  printRows(rows, { empty: "" });
}

/** refundedInPart → "refunded in part" */
function inWords(step: string) {
  return step.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
