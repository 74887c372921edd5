import type { Shop } from "../open-shop.ts";
import { claimDueMails, type Outcome, type QueuedMail, recordOutcomes } from "./mail-queue.ts";
import { MailError } from "./mailer.ts";
import { writeMail } from "./write-mail.ts";

/** What sending takes. */
export type Sending = Pick<Shop, "db" | "accounts" | "settings" | "sendMail" | "log" | "now">;

/** Why not all that was claimed may be sent: the process ends, or even the mail in hand has to be left. */
interface Signals {
  ending?: AbortSignal;
  givingUp?: AbortSignal;
}

/** After so many milliseconds a process leaves the rest for its next turn: what it has claimed is its own for a minute. */
const turnLength = 15_000;

/**
 * Sends some of the mails that are due.
 *
 * @returns whether mails can't be sent at all for now, and whether some may be left that are due
 */
export async function sendDueMails(shop: Sending, signals: Signals = {}) {
  const mails = await claimDueMails(shop.db, shop.now());
  const outcomes = await sendClaimedMails(shop, mails, signals);
  return { stuck: outcomes.some(isStuck), more: mails.length > 0 };
}

/** Sends mails that this process has claimed, one after the other, and notes what came of each. */
export async function sendClaimedMails(shop: Sending, mails: QueuedMail[], { ending, givingUp }: Signals) {
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

/** Whether a mail failed for a reason that isn't its own, so that the next one would fail too. */
function isStuck(outcome: Outcome) {
  return "error" in outcome && !(outcome.error instanceof MailError && outcome.error.aboutThisMail);
}
