import { Command } from "@commander-js/extra-typings";
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
import { formatTimestamp } from "#shop/values/days.ts";
import { CommandError, type OpenShop } from "./command.ts";
import { printRows, terminalText } from "./print.ts";

const mostListed = 1_000_000;

/** Lists the statements of withdrawal, and finds the orders of those that match none. */
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
    .addCommand(matchCommand(open));

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
          throw new CommandError(`${terminalText(error.message)} Add --confirm if the statement is about this order.`);
        if (error instanceof MatchRefusedError) throw new CommandError(error.message);
        throw error;
      });
      console.log(`The withdrawal is about order ${number}`);
    });

/** @throws CommandError if the state is unknown */
function stateOf(text: string) {
  const state = withdrawalStates.find((name) => name === text);
  if (state) return state;
  throw new CommandError(`Unknown state "${text}". Use ${withdrawalStates.join(", ")}.`);
}
