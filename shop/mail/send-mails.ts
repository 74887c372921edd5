import type { Shop } from "../shop.ts";
import { MailError } from "./mail-error.ts";
import { claimDueMail, type Outcome, type QueuedMail, recordOutcome } from "./mail-queue.ts";
import { writeMail } from "./write-mail.ts";

/** What sending takes. */
export type Sending = Pick<Shop, "db" | "accounts" | "settings" | "sendMail" | "log" | "now">;

/** Why not all that is due may be sent: the process ends, or even the mail in hand has to be left. */
export interface Signals {
  ending?: AbortSignal;
  givingUp?: AbortSignal;
}

/** Sends the mails that are due, one after the other. @returns false when mails can't be sent at all for now */
export async function sendDueMails(shop: Sending, { ending, givingUp }: Signals = {}) {
  while (!ending?.aborted) {
    const mail = await claimDueMail(shop.db, shop.now());
    if (!mail) return true;
    const outcome = await sendClaimedMail(shop, mail, givingUp);
    if (isStuck(outcome)) return false;
  }
  return true;
}

/**
 * Sends a mail that this process has claimed, and notes at once what came of it: a process that dies sends no more than the mail in
 * its hands a second time.
 */
export async function sendClaimedMail(shop: Sending, mail: QueuedMail, givingUp?: AbortSignal) {
  const outcome = await tryToSend(shop, mail, givingUp);
  await recordOutcome(shop.db, mail, outcome, shop.now());
  return outcome;
}

async function tryToSend(shop: Sending, mail: QueuedMail, givingUp?: AbortSignal): Promise<Outcome> {
  try {
    const written = await writeMail(shop, mail);
    if (written) await shop.sendMail(written, givingUp);
    return { result: "done" };
  } catch (error) {
    if (givingUp?.aborted) return { result: "untried" };
    shop.log(failureMessages[mail.kind], error);
    return { error };
  }
}

const failureMessages = {
  verification: "Verification mail not sent",
  reset: "Reset mail not sent",
  order: "Order mail not sent",
  orderStep: "Order mail not sent",
  ownerNotice: "Notice to the owner not sent",
  alertRequest: "Back in stock mail not sent",
  backInStock: "Back in stock mail not sent",
  messageAnswer: "Answer to a message not sent",
};

/** Whether a mail failed for a reason that isn't its own, so that the next one would fail too. */
function isStuck(outcome: Outcome) {
  return "error" in outcome && !(outcome.error instanceof MailError && outcome.error.aboutThisMail);
}
