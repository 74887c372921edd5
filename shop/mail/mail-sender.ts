import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type QueuedMail, removeOldMails } from "./mail-queue.ts";
import { type Sending, sendClaimedMails, sendDueMails } from "./send-mails.ts";

/** Sends the mails that the shop's functions queue. */
export interface MailSender {
  /** Sends whatever is due, now and every second, until `stop`. */
  start: () => void;
  /** Tries to send a mail that was queued as claimed. @returns whether it was handed on within so many milliseconds */
  sendAtOnce: (mail: QueuedMail, patience: number) => Promise<boolean>;
  /** Lets the mails in hand end, for a short time; the others stay queued. */
  stop: () => Promise<void>;
}

const lookEvery = 1000;
/** While the mail server is away, or the database. */
const longestRest = 60_000;
const moment = 20;
const cleanEvery = 60 * 60_000;
const patienceAtStop = 3000;
const queueFailed = "The mail queue failed";

/**
 * Makes what sends mails in a process. They are looked for by every process, so whoever queues one needn't tell, and what is
 * queued within a second is claimed together.
 */
export function createMailSender(shop: Sending): MailSender {
  const { db, log, now } = shop;
  const ending = new AbortController();
  const givingUp = new AbortController();
  const inHand = new Set<Promise<unknown>>();
  const signals = { ending: ending.signal, givingUp: givingUp.signal };

  function keepInHand<Result>(work: Promise<Result>) {
    inHand.add(work);
    return work.finally(() => inHand.delete(work));
  }

  async function sendUntilStopped() {
    let cleanAt = 0;
    for (let failures = 0; !ending.signal.aborted; ) {
      let anyLeft = false;
      try {
        if (now().getTime() >= cleanAt) {
          await removeOldMails(db, now());
          cleanAt = now().getTime() + cleanEvery;
        }
        const { stuck, more } = await sendDueMails(shop, signals);
        failures = stuck ? failures + 1 : 0;
        anyLeft = more;
      } catch (error) {
        failures++;
        log(queueFailed, error);
      }
      if (anyLeft && failures === 0) await letRequestsGoFirst();
      else await rest(Math.min(lookEvery * 2 ** failures, longestRest));
    }
  }

  /** Waits until the process has been half idle for a moment, but no longer than a second: a rush's mails can wait. */
  async function letRequestsGoFirst() {
    const until = performance.now() + lookEvery;
    while (performance.now() < until) {
      const before = performance.eventLoopUtilization();
      await rest(moment);
      if (performance.eventLoopUtilization(before).utilization < 0.5) return;
    }
  }

  async function rest(milliseconds: number) {
    await sleep(milliseconds, undefined, { ref: false, signal: ending.signal }).catch(() => {});
  }

  return {
    start: () => void keepInHand(sendUntilStopped()),

    async sendAtOnce(mail, patience) {
      const sending = keepInHand(sendClaimedMails(shop, [mail], signals)).then(
        ([outcome]) => outcome !== undefined && "result" in outcome && outcome.result === "done",
        (error) => {
          log(queueFailed, error);
          return false;
        },
      );
      return Promise.race([sending, sleep(patience, false, { ref: false })]);
    },

    async stop() {
      ending.abort();
      const impatient = setTimeout(() => givingUp.abort(), patienceAtStop);
      await Promise.allSettled(inHand);
      clearTimeout(impatient);
    },
  };
}
