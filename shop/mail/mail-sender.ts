import { setTimeout as sleep } from "node:timers/promises";
import { queueStockAlerts, removeOldStockAlerts } from "../catalog/stock-alerts.ts";
import { repeatUntil } from "../repeat-until.ts";
import { type MailSender, removeOldMails } from "./mail-queue.ts";
import { type Sending, sendClaimedMail, sendDueMails } from "./send-mails.ts";

/** How often it is looked whether what somebody waits for is back. */
const alertIntervalMs = 10_000;
const cleanIntervalMs = 60 * 60_000;
const stopTimeoutMs = 3000;
const queueFailed = "The mail queue failed";

/** Makes what sends mails in a process. Every process looks for them, so whoever queues one needn't tell. */
export function createMailSender(shop: Sending): MailSender {
  const { db, log, now } = shop;
  const ending = new AbortController();
  const givingUp = new AbortController();
  const inHand = new Set<Promise<unknown>>();

  function keepInHand<Result>(work: Promise<Result>) {
    inHand.add(work);
    return work.finally(() => inHand.delete(work));
  }

  let cleanAt = 0;
  let alertAt = 0;

  /** @returns whether mails can be sent */
  async function send() {
    try {
      if (now().getTime() >= cleanAt) {
        await removeOldMails(db, now());
        await removeOldStockAlerts(db, now());
        cleanAt = now().getTime() + cleanIntervalMs;
      }
      if (now().getTime() >= alertAt) {
        await queueStockAlerts(db, now());
        alertAt = now().getTime() + alertIntervalMs;
      }
      return await sendDueMails(shop, { ending: ending.signal, givingUp: givingUp.signal });
    } catch (error) {
      log(queueFailed, error);
      return false;
    }
  }

  return {
    start: () => void keepInHand(repeatUntil(ending.signal, send)),

    async sendAtOnce(mail, timeoutMs) {
      const sending = keepInHand(sendClaimedMail(shop, mail, givingUp.signal)).then(
        (outcome) => "result" in outcome && outcome.result === "done",
        (error) => {
          log(queueFailed, error);
          return false;
        },
      );
      return Promise.race([sending, sleep(timeoutMs, false, { ref: false })]);
    },

    async stop() {
      ending.abort();
      const timeout = setTimeout(() => givingUp.abort(), stopTimeoutMs);
      await Promise.allSettled(inHand);
      clearTimeout(timeout);
    },
  };
}
