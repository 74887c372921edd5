import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { loadOrder } from "#shop/orders/load-order.ts";
import { describeRefund, returnItems } from "#shop/orders/payment/refund.ts";
import { acceptReturn, declineReturn, orderOfReturn } from "#shop/orders/returns/answer-return.ts";
import { findReturns } from "#shop/orders/returns/find-returns.ts";
import { largestLabel } from "#shop/orders/returns/return-label-limit.ts";
import { commandLine } from "#shop/orders/state/events.ts";
import type { ReturnRequest } from "#shop/orders/state/order.ts";
import { pendingItems, returnStateNames } from "#shop/orders/state/return-requests.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import { CommandError, type OpenShop, UsageError } from "./command.ts";
import { openPaymentContext, trimmed } from "./order-commands.ts";
import { printRows } from "./print.ts";

const mostListed = 1_000_000;
const states = Object.keys(returnStateNames) as ReturnRequest["state"][];

/** Lists what customers ask to return, and answers them. */
export const returnsCommand = (open: OpenShop) =>
  new Command("returns")
    .description("list the return requests, newest first")
    .option("--state <STATE>", `only those with this state: ${states.join(", ")}`, stateOf)
    .option("--json", "as one JSON array")
    .action(async ({ json, state }) => {
      const { db, settings } = await open();
      const found = (await findReturns(db, { state, limit: mostListed })).map((request) => request.json);
      const short = found.map(({ id, orderNumber, state, createdAt, items, comment }) => ({
        ...{ id, orderNumber, state, date: formatTimestamp(Date.parse(createdAt), settings.timeZone) },
        items: items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", "),
        comment,
      }));
      const empty = state ? `No return requests with state ${state}` : "No return requests yet";
      printRows(json ? found : short, { json, empty });
    })
    .addCommand(acceptCommand(open))
    .addCommand(declineCommand(open))
    .addCommand(receiveCommand(open));

const acceptCommand = (open: OpenShop) =>
  new Command("accept")
    .description("accept all items of a return request and email its customer")
    .argument("<ID>", "the request's id")
    .option("--instructions <TEXT>", "how to send them back", trimmed, "")
    .option("--label <FILE>", "a PDF for the customer")
    .action(async (id, { instructions, label: file }) => {
      const label = file === undefined ? undefined : { name: basename(file), content: await readLabelFile(file) };
      const { shop, orderNumber } = await openReturn(open, id);
      await acceptReturn(shop, orderNumber, id, { actor: commandLine, instructions, label });
      console.log(`Return of order ${orderNumber} accepted`);
    });

const declineCommand = (open: OpenShop) =>
  new Command("decline")
    .description("decline a return request, or close an accepted one, and email its customer")
    .argument("<ID>", "the request's id")
    .requiredOption("--reason <TEXT>", "why; the customer sees it", trimmed, "")
    .action(async (id, { reason }) => {
      if (!reason) throw new UsageError("returns decline expects --reason TEXT, which the customer sees");
      const { shop, orderNumber } = await openReturn(open, id);
      await declineReturn(shop, orderNumber, id, { actor: commandLine, reason });
      console.log(`Return of order ${orderNumber} declined`);
    });

const receiveCommand = (open: OpenShop) =>
  new Command("receive")
    .description("record that all items of an accepted return came back, and refund them")
    .argument("<ID>", "the request's id")
    .option("--reason <TEXT>", "the customer sees it", trimmed, "Your return")
    .option("--no-restock", "the items aren't for sale again")
    .action(async (id, { reason, restock: isRestocked }) => {
      const { shop, orderNumber } = await openReturn(open, id);
      const order = await loadOrder(shop.db, orderNumber);
      const request = order.returns.find((request) => request.id === id);
      const items = (request ? pendingItems(order, request) : []).map(({ productId, quantity }) => ({
        ...{ productId, quantity, isRestocked },
      }));
      const received = { returnId: id, items, reason, actor: commandLine };
      const refund = await returnItems(await openPaymentContext(shop), orderNumber, received);
      console.log(
        `Items of order ${orderNumber} returned. ${refund ? describeRefund(orderNumber, refund, shop.settings.locale) : "Nothing was refunded."}`,
      );
    });

/** Opens the shop, and finds the order of a return request. */
async function openReturn(open: OpenShop, id: string) {
  const shop = await open();
  return { shop, orderNumber: await orderOfReturn(shop.db, id) };
}

/** Reads a label. One that is too large is cut just above the limit, which is enough to refuse it. @throws CommandError if it can't be read */
async function readLabelFile(file: string) {
  const content = await readFile(file).catch(() => {
    throw new CommandError(`Can't read ${file}`);
  });
  return content.subarray(0, largestLabel + 1);
}

/** @throws CommandError if the state is unknown */
function stateOf(text: string): ReturnRequest["state"] {
  if (Object.hasOwn(returnStateNames, text)) return text as ReturnRequest["state"];
  throw new CommandError(`Unknown state "${text}". Use ${states.join(", ")}.`);
}
