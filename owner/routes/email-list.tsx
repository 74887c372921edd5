import { data, href, Link } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import { readOutboxMails } from "#shop/mail/outbox.ts";
import { findUnsentMails, retryMails } from "#shop/mail/unsent-mails.ts";
import { may } from "#shop/owners/rights.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { SelectField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { readNumber, readSearchText, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";
import { Outbox } from "../mails/outbox-table.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { OrderLink } from "../screen/order-link.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/email-list";

const mailsPerPage = 50;
const shownChanges = 10;
const states = ["all", "waiting", "givenUp"] as const;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const given = url.searchParams;
  const query = {
    q: readSearchText(given),
    state: states.find((name) => name === given.get("state")) ?? states[0],
  };
  const after = readNumber(given.get("after"));
  const { mails, next } = await findUnsentMails(db, { text: query.q, state: query.state, after, limit: mailsPerPage });
  requireListPage(url, { rows: mails, cursor: after });
  const outbox = may(context.get(ownerContext).role, "access") ? await readOutboxMails(db) : [];
  const tell = (moment: number) => formatMoment(moment, settings);
  return {
    query,
    isFirst: after === undefined,
    next,
    mails: mails.map(({ createdAt, runAt, failedAt, ...mail }) => ({
      ...mail,
      since: tell(createdAt),
      nextTry: runAt === null ? undefined : tell(runAt),
      givenUp: failedAt === null ? undefined : tell(failedAt),
    })),
    outbox: outbox.map(({ createdAt, ...mail }) => ({ ...mail, when: tell(createdAt) })),
    changes: await readShownChanges({ db, settings }, { kind: "mail", limit: shownChanges }),
  };
}

/** Retries one email or all. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  const mailId = fields.mail === "all" ? undefined : readNumber(fields.mail);
  if (mailId === undefined && fields.mail !== "all") throw data(null, 400);
  const { email: actor } = context.get(ownerContext);
  const retried = await retryMails(context.get(shopContext), { actor, mailId });
  if (retried === 0) return data({ formError: nothingToRetry(mailId) }, 409);
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(
    context,
    pathname + search,
    retried === 1 ? "Retrying 1 email" : `Retrying ${retried} emails`,
  );
}

function nothingToRetry(mailId: number | undefined) {
  return mailId === undefined
    ? "Nothing to retry. All pending emails are being sent."
    : "Nothing to retry. This email was sent or is being sent.";
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

const stateNames = { all: "All unsent", waiting: "Pending", givenUp: "Stopped" };

export default function Mails({
  loaderData: { query, mails, next, isFirst, outbox, changes },
  actionData,
}: Route.ComponentProps) {
  return (
    <Screen
      title="Emails"
      summary="Emails that haven't been sent. The shop retries each for three days, then stops."
      actions={
        mails.length > 0 && (
          <PostForm>
            <Button name="mail" value="all" look="quiet">
              Retry all
            </Button>
          </PostForm>
        )
      }
    >
      <SearchForm label="Email or order number" q={query.q} columns="@min-[60rem]:grid-cols-[2fr_1fr_auto]">
        <SelectField label="Status" name="state" defaultValue={query.state} className="@max-xl:col-span-full">
          {states.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      {actionData && <Alert>{actionData.formError}</Alert>}
      <PostForm>
        <Table
          caption="Emails"
          rows={mails}
          keyOf={({ id }) => id}
          empty={query.q || query.state !== "all" ? "No unsent emails match." : "All emails are sent."}
          room="some"
          columns={[
            {
              name: "Email",
              isTitle: true,
              cell: ({ recipient, kind, orderNumber, messageId }) => (
                <>
                  <span className="block wrap-anywhere @min-[44rem]:min-w-48">{recipient}</span>
                  <span className="block text-sm text-soft">
                    {kinds[kind]} <About orderNumber={orderNumber} messageId={messageId} />
                  </span>
                </>
              ),
            },
            {
              name: "Next attempt",
              cell: ({ nextTry, givenUp, attempts, since }) => (
                <span className="block tabular-nums @min-[44rem]:min-w-40">
                  {nextTry ?? <span className="text-berry">Stopped {givenUp}</span>}
                  <span className="block text-sm text-soft">{triesInWords(attempts, since)}</span>
                </span>
              ),
            },
            {
              name: "Last error",
              cell: ({ lastError }) =>
                lastError && <span className="block wrap-anywhere @min-[44rem]:min-w-36">{lastError}</span>,
            },
            {
              name: "Retry",
              cell: ({ id, recipient }) => (
                <Button
                  name="mail"
                  value={id}
                  aria-label={`Retry email to ${recipient}`}
                  look="quiet"
                  className="px-4 whitespace-nowrap"
                >
                  {" "}
                  Retry{" "}
                </Button>
              ),
            },
          ]}
        />
      </PostForm>
      <Pager label="Email pages" path="/owner/mails" query={query} isFirst={isFirst} next={next} />
      <Outbox mails={outbox} />
      {changes.length > 0 && <Activity changes={changes} />}
    </Screen>
  );
}

function triesInWords(attempts: number, since: string) {
  if (attempts === 0) return `No attempts yet, queued ${since}`;
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
