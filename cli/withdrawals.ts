import { Command } from "@commander-js/extra-typings";
import { notified } from "#shop/mail/mail-server/notified.ts";
import { commandLine } from "#shop/orders/state/events.ts";
import {
  MatchRefusedError,
  MatchUnconfirmedError,
  matchWithdrawal,
} from "#shop/orders/withdrawals/match-withdrawal.ts";
import {
  findWithdrawals,
  withdrawalJson,
  withdrawalStates,
  withdrawalStatus,
} from "#shop/orders/withdrawals/read-withdrawals.ts";
import { unmatchWithdrawal } from "#shop/orders/withdrawals/unmatch-withdrawal.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import { CommandError, type OpenShop } from "./command.ts";
import { printRows, terminalText } from "./print.ts";

const mostListed = 1_000_000;

/** Lists the statements of withdrawal, and says which orders those that match none are about. */
export const withdrawalsCommand = (open: OpenShop) =>
  new Command("withdrawals")
    .description("list the statements of withdrawal from contracts, newest first")
    .option("--state <STATE>", `only those with this state: ${withdrawalStates.join(", ")}`, stateOf)
    .option("--json", "as one JSON array")
    .action(async ({ json, state }) => {
      const { db, settings } = await open();
      const found = await findWithdrawals(db, { state, limit: mostListed });
      const rows = found.map((row) =>
        json
          ? { ...withdrawalJson(row), status: withdrawalStatus(row) }
          : {
              ...{ id: row.id, orderNumber: row.matchedNumber ?? `${row.orderNumber} (no order)`, name: row.name },
              ...{ email: row.email, date: formatTimestamp(row.receivedAt, settings.timeZone) },
              ...{ status: withdrawalStatus(row), content: row.content },
            },
      );
      const empty = state === "waiting" ? "No withdrawals to answer" : "No withdrawals yet";
      printRows(rows, { json, empty });
    })
    .addCommand(matchCommand(open))
    .addCommand(unmatchCommand(open));

const matchCommand = (open: OpenShop) =>
  new Command("match")
    .description("say which order a withdrawal that matches none is about")
    .argument("<ID>", "the withdrawal's id")
    .argument("<NUMBER>", "an order number")
    .option("--confirm", "also if its email isn't the order's")
    .action(async (id, orderNumber, { confirm }) => {
      const shop = await open();
      const confirmed = confirm ? orderNumber : undefined;
      const number = await matchWithdrawal(shop, id, { orderNumber, confirmed, actor: commandLine }).catch((error) => {
        if (error instanceof MatchUnconfirmedError)
          throw new CommandError(`${terminalText(error.message)} Add --confirm if it is for this order.`);
        if (error instanceof MatchRefusedError) throw new CommandError(error.message);
        throw error;
      });
      console.log(`Matched with order ${number}`);
    });

const unmatchCommand = (open: OpenShop) =>
  new Command("unmatch")
    .description("undo a match with the wrong order")
    .argument("<ID>", "the withdrawal's id")
    .argument("<NUMBER>", "the number of the order that it was matched with")
    .action(async (id, typed) => {
      const shop = await open();
      const unmatched = unmatchWithdrawal(shop, id, { orderNumber: typed, actor: commandLine });
      const { orderNumber, isTold } = await unmatched.catch((error) => {
        throw error instanceof MatchRefusedError ? new CommandError(error.message) : error;
      });
      console.log(`No longer matched with order ${orderNumber}${isTold ? `. ${notified(shop.settings)}` : ""}`);
    });

/** @throws CommandError if the state is unknown */
function stateOf(text: string) {
  const state = withdrawalStates.find((name) => name === text);
  if (state) return state;
  throw new CommandError(`Unknown state "${text}". Use ${withdrawalStates.join(", ")}.`);
}
