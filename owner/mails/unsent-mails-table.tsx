import { href, Link } from "react-router";
import { Button } from "#ui/button.tsx";
import { type Column, Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { OrderLink } from "../screen/order-link.tsx";
import type { shownUnsentMail } from "./shown-unsent-mail.ts";

type ShownMail = ReturnType<typeof shownUnsentMail> & {
  /** The order that it is about, for other screens than the order's. */
  orderNumber?: string | undefined;
  /** The step of its order that it is about. */
  event?: string | undefined;
  /** The message that it answers. */
  messageId?: number | null;
};

interface UnsentMailsProps {
  mails: ShownMail[];
  /** Shown if there are none. */
  empty: string;
  /** Whether each can be retried now. */
  canRetry: boolean;
  /** Which of its screen's forms retries them, if it has several. */
  step?: string;
}

/** What a screen says of its emails that aren't sent yet. One that waits for its first attempt is no failure. */
export function aboutUnsentMails(mails: Pick<ShownMail, "attempts">[]) {
  return mails.some(({ attempts }) => attempts > 0)
    ? "Emails that couldn't be sent yet. The shop retries each for three days, then stops."
    : "Emails that are about to be sent.";
}

/** Emails that wait or have failed: why, and when they are tried next. */
export function UnsentMails({ mails, empty, canRetry, step }: UnsentMailsProps) {
  const hasRetry = canRetry && mails.some(({ attempts }) => attempts > 0);
  const table = (
    <Table
      caption="Unsent emails"
      rows={mails}
      keyOf={({ id }) => id}
      empty={empty}
      room="some"
      columns={hasRetry ? [...columns, retryColumn] : columns}
    />
  );
  return hasRetry ? <PostForm step={step}>{table}</PostForm> : table;
}

const kinds = {
  verification: "Email verification",
  reset: "Password reset",
  signInCode: "Sign-in code",
  passwordChanged: "Password changed",
  secondFactorOn: "Two-step verification on",
  secondFactorOff: "Two-step verification off",
  recoveryCodesRenewed: "New recovery codes",
  recoveryCodeUsed: "Recovery code used",
  emailChange: "Confirm new email",
  emailChangeAsked: "Email about to change",
  emailChanged: "Email changed",
  passkeyAdded: "Passkey added",
  passkeyDeleted: "Passkey deleted",
  signedOut: "Browsers signed out",
  dataDownloaded: "Personal data downloaded",
  accountDeleted: "Account deleted",
  staffInvitation: "Invitation to the back office",
  invitation: "Choosing a password",
  order: "Order receipt",
  orderStep: "Order update",
  ownerNotice: "Owner notification",
  vatChecked: "VAT number checked",
  newOrder: "New order notification",
  newReturn: "Return request notification",
  newMessage: "New message notification",
  webhookFailed: "Webhook notification",
  alertRequest: "Back-in-stock alert confirmation",
  backInStock: "Back-in-stock alert",
  messageAnswer: "Reply to a message",
  withdrawal: "Withdrawal confirmation",
  newWithdrawal: "Withdrawal notification",
};

const columns: Column<ShownMail>[] = [
  {
    name: "Email",
    isTitle: true,
    cell: ({ recipient, kind, event, orderNumber, messageId = null }) => (
      <>
        <span className="block wrap-anywhere @min-[44rem]:min-w-48">{recipient}</span>
        <span className="block text-sm text-soft">
          {kinds[kind]}
          {event && `: ${event}`} <About orderNumber={orderNumber} messageId={messageId} />
        </span>
      </>
    ),
  },
  {
    name: "Next attempt",
    cell: ({ nextTry, givenUp, attempts, since }) => (
      <span className="block tabular-nums @min-[44rem]:min-w-40">
        {nextTry ?? <span className="text-berry">Stopped {givenUp}</span>}
        <span className="block text-sm text-soft">
          {attempts === 0 ? "Waiting to be sent" : triesInWords(attempts, since)}
        </span>
      </span>
    ),
  },
  {
    name: "Last error",
    cell: ({ lastError }) =>
      lastError && <span className="block wrap-anywhere @min-[44rem]:min-w-36">{lastError}</span>,
  },
];

const retryColumn: Column<ShownMail> = {
  name: "Retry",
  heading: <span className="sr-only">Retry</span>,
  isTitle: true,
  cell: ({ id, recipient, attempts }) =>
    attempts > 0 && (
      <Button
        name="mail"
        value={id}
        aria-label={`Retry email to ${recipient}`}
        look="quiet"
        className="px-4 whitespace-nowrap print:hidden"
      >
        Retry
      </Button>
    ),
};

function triesInWords(attempts: number, since: string) {
  return `${attempts} ${attempts === 1 ? "attempt" : "attempts"} since ${since}`;
}

function About({ orderNumber, messageId }: { orderNumber: string | undefined; messageId: number | null }) {
  if (orderNumber) return <OrderLink orderNumber={orderNumber} className="whitespace-nowrap tabular-nums" />;
  return (
    messageId !== null && (
      <Link to={href("/messages/:messageId", { messageId: String(messageId) })} className="text-link whitespace-nowrap">
        View message
      </Link>
    )
  );
}
