import { data, href, Link } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { findUnsentMails, retryMails } from "#shop/mail/mail-queue.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { ChangeTable } from "../components/change-table.tsx";
import { Table } from "../components/data-table.tsx";
import { SelectField } from "../components/form-fields.tsx";
import { readNumber, readSearchText } from "../components/list-query.server.ts";
import { redirectWithNotice } from "../components/notice.server.ts";
import { Pager } from "../components/pager.tsx";
import { Part, Screen } from "../components/screen.tsx";
import { SearchForm } from "../components/search-form.tsx";
import type { Route } from "./+types/mails";

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
  const changes = await readChanges(db, { kind: "mail", limit: shownChanges });
  const tell = (moment: number) => formatMoment(moment, settings.timeZone);
  return {
    query,
    isFirst: after === undefined,
    next,
    mails: mails.map(({ createdAt, dueAt, givenUpAt, ...mail }) => ({
      ...mail,
      since: tell(createdAt),
      nextTry: dueAt === null ? undefined : tell(dueAt),
      givenUp: givenUpAt === null ? undefined : tell(givenUpAt),
    })),
    changes: changes.map(({ createdAt, ...change }) => ({ ...change, when: tell(createdAt) })),
  };
}

/** Tries one mail again, or all. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  const mailId = fields.mail === "all" ? undefined : readNumber(fields.mail);
  if (mailId === undefined && fields.mail !== "all") throw data(null, 400);
  const { email: actor } = context.get(ownerContext);
  const retried = await retryMails(context.get(shopContext), { actor, mailId });
  if (retried === 0) return data({ refused: nothingToRetry(mailId) }, 409);
  const { pathname, search } = new URL(request.url);
  return redirectWithNotice(pathname + search, retried === 1 ? "It is tried now" : `${retried} mails are tried now`);
}

function nothingToRetry(mailId: number | undefined) {
  return mailId === undefined
    ? "None waits for longer than two minutes: all are tried by themselves."
    : "It was sent meanwhile, or is tried within two minutes by itself.";
}

const kinds = {
  verification: "Verify the email",
  reset: "Choose a new password",
  order: "An order's receipt",
  orderStep: "An order's next step",
  ownerNotice: "A notice to you",
  alertRequest: "Confirm: tell me when it is back",
  backInStock: "It is back in stock",
  messageAnswer: "Your answer to a message",
};

const stateNames = { all: "Waiting or given up", waiting: "Waiting", givenUp: "Given up" };

export default function Mails({
  loaderData: { query, mails, next, isFirst, changes },
  actionData,
}: Route.ComponentProps) {
  return (
    <Screen
      title="Mails"
      summary="What isn't sent yet. The shop tries each for three days by itself, then gives it up."
      actions={
        mails.length > 0 && (
          <form method="post" action={`#${saidId}`}>
            <button type="submit" name="mail" value="all" className="button button-quiet">
              Try all again
            </button>
          </form>
        )
      }
    >
      <SearchForm label="Email or order number" q={query.q} columns="@min-[60rem]:grid-cols-[2fr_1fr_auto]">
        <SelectField label="State" name="state" defaultValue={query.state} className="@max-xl:col-span-full">
          {states.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      {actionData && <Alert>{actionData.refused}</Alert>}
      <form method="post" action={`#${saidId}`}>
        <Table
          caption="Mails"
          rows={mails}
          keyOf={({ id }) => id}
          empty={query.q || query.state !== "all" ? "No such mail waits." : "Everything is sent."}
          room="some"
          columns={[
            {
              name: "Mail",
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
              name: "Next try",
              cell: ({ nextTry, givenUp, attempts, since }) => (
                <span className="block tabular-nums @min-[44rem]:min-w-40">
                  {nextTry ?? <span className="text-berry">Given up {givenUp}</span>}
                  <span className="block text-sm text-soft">{triesInWords(attempts, since)}</span>
                </span>
              ),
            },
            {
              name: "Why",
              cell: ({ lastError }) =>
                lastError && <span className="block wrap-anywhere @min-[44rem]:min-w-36">{lastError}</span>,
            },
            {
              name: "Try again",
              cell: ({ id, recipient }) => (
                <button
                  type="submit"
                  name="mail"
                  value={id}
                  aria-label={`Try again: to ${recipient}`}
                  className="button button-quiet px-4 whitespace-nowrap"
                >
                  Try again
                </button>
              ),
            },
          ]}
        />
      </form>
      <Pager label="Pages of mails" path="/owner/mails" query={query} isFirst={isFirst} next={next} />
      {changes.length > 0 && (
        <Part title="Log">
          <ChangeTable changes={changes} empty="" />
        </Part>
      )}
    </Screen>
  );
}

function triesInWords(attempts: number, since: string) {
  if (attempts === 0) return `Not tried yet, waits since ${since}`;
  return `Tried ${attempts === 1 ? "once" : `${attempts} times`} since ${since}`;
}

function About({ orderNumber, messageId }: { orderNumber: string | null; messageId: number | null }) {
  if (orderNumber) {
    return (
      <Link to={href("/orders/:orderNumber", { orderNumber })} className="text-link whitespace-nowrap tabular-nums">
        {orderNumber}
      </Link>
    );
  }
  return (
    messageId !== null && (
      <Link to={href("/messages/:messageId", { messageId: String(messageId) })} className="text-link whitespace-nowrap">
        See the message
      </Link>
    )
  );
}
