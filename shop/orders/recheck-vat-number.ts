import type { Database } from "#database/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { JobHandler } from "../jobs/job-kinds.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import { sender } from "../jobs/sender.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { Shop } from "../shop.ts";
import { askAndKeep } from "../taxes/check-vat-number.ts";
import { changeOrder } from "./change-order.ts";
import { system } from "./state/events.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The register's own countries may take this long. */
const patienceMs = 30 * second;

/** Asks the EU's register again later about an order's VAT number, because it didn't answer. */
export async function queueVatCheck(transaction: Database, orderNumber: string, now: Date) {
  const runAt = new Date(now.getTime() + 5 * minute);
  await enqueue(transaction, "vatChecks", { payload: { orderNumber }, key: orderNumber, now, runAt });
}

/** Asks the register until it answers, then notes the answer on the order and notifies the owner. See docs/decisions/0301. */
export function createVatCheckHandler(shop: Omit<Shop, "jobs">): JobHandler<"vatChecks"> {
  return {
    run: async ({ payload: { orderNumber } }, signal) => void (await recheck(shop, orderNumber, signal)),
    retryDelays: [10 * minute, 30 * minute, hour, 3 * hour],
    retryForMs: 14 * day,
    isAboutOneJob: () => true,
    failureMessage: ({ orderNumber }) => `VAT number of order ${orderNumber} not checked`,
  };
}

async function recheck(shop: Omit<Shop, "jobs">, orderNumber: string, signal: AbortSignal) {
  const { db, settings, now } = shop;
  const orders = db.selectFrom("orders").select("vatNumber").where("orderNumber", "=", orderNumber);
  const number = (await orders.executeTakeFirst())?.vatNumber;
  if (!number) return;
  const { answer, consultation, problem } = await askAndKeep(shop, number, patienceMs, signal);
  if (answer === "unavailable") throw new OutboundError("unreachable", `VIES hasn't answered: ${problem}`);
  const note = `VIES: VAT number ${number} is ${answer === "valid" ? "valid" : "not valid"}${consultation ? ` (${consultation})` : ""}`;
  const recipient = sender(settings).address;
  await changeOrder(
    shop,
    orderNumber,
    { type: "note", actor: system, note },
    {
      alongside: (trx) => queueMail(trx, { kind: "vatChecked", recipient, orderNumber }, now()),
    },
  );
}
