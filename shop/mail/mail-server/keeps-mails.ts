import type { LiveSettings } from "../../shop.ts";

/** Whether mails go to the outbox, so that nobody gets them. While a password can't be read they wait. See docs/decisions/0407. */
export function keepsMails({ smtpUrl, isMailServerLocked }: Pick<LiveSettings, "smtpUrl" | "isMailServerLocked">) {
  return smtpUrl === undefined && !isMailServerLocked;
}
