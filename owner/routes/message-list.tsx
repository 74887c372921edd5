import { href, Link } from "react-router";
import { findMessages, messageStates } from "#shop/contact/find-messages.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Sentence } from "#ui/sentence.tsx";
import { StackedLine, Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { SelectField } from "../forms/form-fields.tsx";
import { readListCursor, readNewestOrOldest, readSearchText, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { NewestOrOldest, SearchForm } from "../lists/search-form.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/message-list";

const messagesPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const given = url.searchParams;
  const query = {
    q: readSearchText(given),
    state: messageStates.find((name) => name === given.get("state")) ?? messageStates[0],
    sort: readNewestOrOldest(given),
  } as const;
  const cursor = readListCursor(given);
  const { messages, next } = await findMessages(db, {
    text: query.q,
    state: query.state,
    sort: query.sort,
    after: cursor && { submittedAt: cursor.moment, id: Number(cursor.id) || 0 },
    limit: messagesPerPage,
  });
  requireListPage(url, { rows: messages, cursor });
  return {
    query,
    isFirst: cursor === undefined,
    next: next && `${next.submittedAt}-${next.id}`,
    messages: messages.map(({ submittedAt, doneAt, ...message }) => ({
      ...message,
      isDone: doneAt !== null,
      when: formatMoment(submittedAt, settings),
    })),
  };
}

const stateNames = { open: "Open", done: "Done", all: "All" };

export default function Messages({ loaderData: { query, messages, next, isFirst } }: Route.ComponentProps) {
  return (
    <Screen title="Messages" summary="Messages from the contact form.">
      <SearchForm
        label="Name, email, subject or order number"
        q={query.q}
        columns="@min-[60rem]:grid-cols-[2fr_1fr_1fr_auto]"
      >
        <SelectField label="Status" name="state" defaultValue={query.state}>
          {messageStates.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
        <NewestOrOldest sort={query.sort} />
      </SearchForm>
      <Table
        caption="Messages"
        rows={messages}
        keyOf={({ id }) => id}
        empty={emptyList(query)}
        room="some"
        columns={[
          {
            name: "Subject",
            isTitle: true,
            cell: ({ id, subject, firstName, lastName, orderNumber, when, isDone }) => (
              <>
                <Link
                  to={href("/messages/:messageId", { messageId: String(id) })}
                  className="text-link font-medium wrap-anywhere"
                >
                  {subject}
                </Link>
                <StackedLine>
                  <Sentence
                    text={[`${firstName} ${lastName}`, orderNumber, when, isDone ? "Done" : "Open"]
                      .filter(Boolean)
                      .join(" · ")}
                    names={[`${firstName} ${lastName}`]}
                  />
                </StackedLine>
              </>
            ),
          },
          {
            name: "From",
            isInTitle: true,
            cell: ({ firstName, lastName, email }) => (
              <>
                <span className="wrap-anywhere">
                  {firstName} {lastName}
                </span>
                <span className="block text-sm wrap-anywhere text-soft">{email}</span>
              </>
            ),
          },
          { name: "Order", isInTitle: true, cell: ({ orderNumber }) => orderNumber },
          {
            name: "Received",
            isInTitle: true,
            cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span>,
          },
          {
            name: "Status",
            isInTitle: true,
            cell: ({ isDone }) => (isDone ? <span className="text-soft">Done</span> : "Open"),
          },
        ]}
      />
      {query.q && query.state !== "all" && (
        <p className="mt-4">
          <a href={withQuery("/owner/messages", { ...query, state: "all" })} className="text-link">
            Search all messages
          </a>
        </p>
      )}
      <Pager label="Message pages" path="/owner/messages" query={query} isFirst={isFirst} next={next} />
    </Screen>
  );
}

function emptyList({ q, state }: { q: string; state: keyof typeof stateNames }) {
  if (q) return "No messages match.";
  return state === "open" ? "No messages to answer." : "No messages yet.";
}
