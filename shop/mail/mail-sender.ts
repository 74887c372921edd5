import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../open-shop.ts";
import { claimDueMails, type Outcome, type QueuedMail, recordOutcomes, removeOldMails } from "./mail-queue.ts";
import { MailError } from "./mailer.ts";
import { writeMail } from "./write-mail.ts";

type Sending = Pick<Shop, "db" | "accounts" | "settings" | "sendMail" | "log" | "now">;

/** Why not all that was claimed may be sent: the process ends, or even the mail in hand has to be left. */
interface Signals {
  ending?: AbortSignal;
  givingUp?: AbortSignal;
}

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
const longestRest = 60_000;
const cleanEvery = 60 * 60_000;
/** After so many milliseconds, a process notes what it has sent, and leaves the rest for the next turn. */
const turnLength = 1000;
const patienceAtStop = 3000;

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
      let rest = lookEvery;
      try {
        if (now().getTime() >= cleanAt) {
          await removeOldMails(db, now());
          cleanAt = now().getTime() + cleanEvery;
        }
        const { stuck, more } = await sendDueMails(shop, signals);
        failures = stuck ? failures + 1 : 0;
        if (more) rest = 0;
      } catch (error) {
        failures++;
        log("Mails could not be looked after", error);
      }
      if (failures > 0) rest = Math.min(lookEvery * 2 ** failures, longestRest);
      await sleep(rest, undefined, { ref: false, signal: ending.signal }).catch(() => {});
    }
  }

  return {
    start: () => void keepInHand(sendUntilStopped()),

    async sendAtOnce(mail, patience) {
      const sending = keepInHand(sendClaimedMails(shop, [mail], signals)).then(
        ([outcome]) => outcome !== undefined && "result" in outcome && outcome.result === "done",
        (error) => {
          log("Mail not looked after", error);
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

/**
 * Sends mails that are due, for about a second.
 *
 * @returns whether mails can't be sent at all for now, and whether some may be left that are due
 */
export async function sendDueMails(shop: Sending, signals: Signals = {}) {
  const mails = await claimDueMails(shop.db, shop.now());
  const outcomes = await sendClaimedMails(shop, mails, signals);
  return { stuck: outcomes.some(isStuck), more: mails.length > 0 };
}

/** Sends mails one after the other, and notes what came of each. */
async function sendClaimedMails(shop: Sending, mails: QueuedMail[], { ending, givingUp }: Signals) {
  const until = performance.now() + turnLength;
  const outcomes: Outcome[] = [];
  for (const mail of mails) {
    const last = outcomes.at(-1);
    const over = last && (ending?.aborted || performance.now() > until || isStuck(last));
    outcomes.push(over ? { mail, result: "untried" } : await tryToSend(shop, mail, givingUp));
  }
  if (outcomes.length > 0) await recordOutcomes(shop.db, outcomes, shop.now());
  return outcomes;
}

async function tryToSend(shop: Sending, mail: QueuedMail, givingUp?: AbortSignal): Promise<Outcome> {
  try {
    const written = await writeMail(shop, mail);
    if (written) await shop.sendMail(written, givingUp);
    return { mail, result: "done" };
  } catch (error) {
    if (givingUp?.aborted) return { mail, result: "untried" };
    shop.log(failureMessages[mail.kind], error);
    return { mail, error };
  }
}

const failureMessages = {
  verification: "Verification mail not sent",
  reset: "Reset mail not sent",
  order: "Order mail not sent",
};

/** Whether the failure was none of the mail's own, so that the next one would fail too. */
function isStuck(outcome: Outcome) {
  return "error" in outcome && !(outcome.error instanceof MailError && outcome.error.aboutThisMail);
}
