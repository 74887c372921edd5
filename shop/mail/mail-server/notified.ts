import type { LiveSettings } from "../../shop.ts";
import { keepsMails } from "./keeps-mails.ts";

interface Notified {
  /** How many customers. */
  count?: number;
  done?: "notified" | "reminded";
}

/** What becomes of an act's emails to customers: "The customer is notified by email." */
export function notified(settings: Pick<LiveSettings, "smtpUrl" | "isMailServerLocked">, how?: Notified) {
  return notifiedInWords(keepsMails(settings), how);
}

/** @param isKept whether emails go to the outbox */
export function notifiedInWords(isKept: boolean, { count = 1, done = "notified" }: Notified = {}) {
  const [customers, are] = count === 1 ? ["customer", "is"] : ["customers", "are"];
  return isKept
    ? `No mail server is set up, so no email reaches the ${customers}.`
    : `The ${customers} ${are} ${done} by email.`;
}
