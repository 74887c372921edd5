import type { UnsentMail } from "#shop/mail/unsent-mails.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";

/** A mail that waits or has failed, as screens show it: without the ids in it, which links have. */
export function shownUnsentMail(
  { id, kind, recipient, attempts, lastError, createdAt, runAt, failedAt }: Omit<UnsentMail, "messageId">,
  regional: Regional,
) {
  const tell = (moment: number | null) => (moment === null ? undefined : formatMoment(moment, regional));
  return {
    ...{ id, kind, recipient, attempts, lastError },
    since: formatMoment(createdAt, regional),
    nextTry: tell(runAt),
    givenUp: tell(failedAt),
  };
}

export function retriedMessage(count: number) {
  return count === 1 ? "Retrying 1 email" : `Retrying ${count} emails`;
}

export const notRetriedMessage = "Nothing to retry. This email was sent or is being sent.";
