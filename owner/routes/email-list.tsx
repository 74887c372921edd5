import { data } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import { readOutboxMails } from "#shop/mail/outbox.ts";
import { findUnsentMails, retryMails } from "#shop/mail/unsent-mails.ts";
import { may } from "#shop/owners/rights.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
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
import { KeptMailsNote, useKeepsMails } from "../mails/kept-mails.tsx";
import { Outbox } from "../mails/outbox-table.tsx";
import { notRetriedMessage, retriedMessage, shownUnsentMail } from "../mails/shown-unsent-mail.ts";
import { UnsentMails } from "../mails/unsent-mails-table.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/email-list";

const mailsPerPage = 50;
const shownChanges = 10;
const states = ["all", "waiting", "givenUp"] as const;
const noneRetriedMessage = "Nothing to retry. All pending emails are being sent.";

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
  return {
    query,
    isFirst: after === undefined,
    next,
    mails: mails.map((mail) => ({
      ...shownUnsentMail(mail, settings),
      ...{ orderNumber: mail.orderNumber, messageId: mail.messageId },
    })),
    outbox: outbox.map(({ createdAt, ...mail }) => ({ ...mail, when: formatMoment(createdAt, settings) })),
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
  if (retried === 0) return data({ formError: mailId === undefined ? noneRetriedMessage : notRetriedMessage }, 409);
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(context, pathname + search, retriedMessage(retried));
}

const stateNames = { all: "All unsent", waiting: "Pending", givenUp: "Stopped" };

export default function Mails({
  loaderData: { query, mails, next, isFirst, outbox, changes },
  actionData,
}: Route.ComponentProps) {
  const keepsMails = useKeepsMails();
  return (
    <Screen
      title="Emails"
      summary="Emails that aren't sent yet. The shop retries each for three days, then stops."
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
      <KeptMailsNote />
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
      <UnsentMails
        mails={mails}
        empty={
          query.q || query.state !== "all"
            ? "No unsent emails match."
            : keepsMails
              ? "No emails wait."
              : "All emails are sent."
        }
        canRetry
      />
      <Pager label="Email pages" path="/owner/mails" query={query} isFirst={isFirst} next={next} />
      <Outbox mails={outbox} />
      {changes.length > 0 && <Activity changes={changes} />}
    </Screen>
  );
}
