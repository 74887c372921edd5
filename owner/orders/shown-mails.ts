import { href } from "react-router";
import { readOrderMails, readUnsentOrderMails } from "#shop/mail/order-mails.ts";
import { canResend } from "#shop/mail/sent-mails.ts";
import { eventName } from "#shop/orders/state/events.ts";
import type { AdminOrder } from "#shop/orders/views/admin.ts";
import type { Withdrawal } from "#shop/orders/withdrawals/read-withdrawals.ts";
import type { Shop } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import { shownUnsentMail } from "../mails/shown-unsent-mail.ts";

/** The emails to an order's customer as the order's screen shows them: those that wait or have failed, and those that were sent. */
export async function readShownMails(
  { db, settings }: Pick<Shop, "db" | "settings">,
  order: AdminOrder,
  withdrawals: Withdrawal[],
) {
  const { orderNumber, events, isPickup } = order;
  const unsent = await readUnsentOrderMails(db, orderNumber, withdrawals);
  const sent = await readOrderMails({ db, settings }, orderNumber, withdrawals);
  const nameOf = (position: number | undefined) => {
    const event = events.find((event) => event.position === position);
    return event && eventName(event, isPickup);
  };
  return {
    unsent: unsent.map((mail) => ({ ...shownUnsentMail(mail, settings), event: nameOf(mail.orderEvent) })),
    sent: sent.map(({ id, recipient, subject, sentAt, ...mail }) => ({
      ...{ id, recipient, subject, canResend: canResend(order, mail) },
      address: `/owner${href("/orders/:orderNumber/mails/:mailId", { orderNumber, mailId: String(id) })}`,
      when: formatMoment(sentAt, settings),
    })),
  };
}

export type ShownMails = Awaited<ReturnType<typeof readShownMails>>;
