import { href, Link } from "react-router";
import { findMessages, messageStates } from "#shop/contact/find-messages.ts";
import { formatMoment } from "#shop/days.ts";
import { shopContext } from "#web/request-context.ts";
import { Table } from "../components/data-table.tsx";
import { SelectField } from "../components/form-fields.tsx";
import { readListPlace, readNewestOrOldest, readSearchText } from "../components/list-query.server.ts";
import { Pager } from "../components/pager.tsx";
import { Screen } from "../components/screen.tsx";
import { NewestOrOldest, SearchForm } from "../components/search-form.tsx";
import { withQuery } from "../components/with-query.ts";
import type { Route } from "./+types/messages";

const messagesPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const given = url.searchParams;
  const query = {
    q: readSearchText(given),
    state: messageStates.find((name) => name === given.get("state")) ?? messageStates[0],
    sort: readNewestOrOldest(given),
  } as const;
  const place = readListPlace(given);
  const { messages, next } = await findMessages(db, {
    text: query.q,
    state: query.state,
    sort: query.sort,
    after: place && { submittedAt: place.moment, id: Number(place.id) || 0 },
    limit: messagesPerPage,
  });
  return {
    query,
    isFirst: place === undefined,
    next: next && `${next.submittedAt}-${next.id}`,
    messages: messages.map(({ submittedAt, doneAt, ...message }) => ({
      ...message,
      isDone: doneAt !== null,
      when: formatMoment(submittedAt, settings.timeZone),
    })),
  };
}

const stateNames = { open: "To do", done: "Done", all: "All" };

export default function Messages({ loaderData: { query, messages, next, isFirst } }: Route.ComponentProps) {
  return (
    <Screen title="Messages" summary="What people wrote in the contact form.">
      <SearchForm
        label="Name, email, subject or order number"
        q={query.q}
        columns="@min-[60rem]:grid-cols-[2fr_1fr_1fr_auto]"
      >
        <SelectField label="State" name="state" defaultValue={query.state}>
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
            cell: ({ id, subject }) => (
              <Link
                to={href("/messages/:messageId", { messageId: String(id) })}
                className="text-link font-medium wrap-anywhere"
              >
                {subject}
              </Link>
            ),
          },
          {
            name: "From",
            cell: ({ firstName, lastName, email }) => (
              <>
                <span className="wrap-anywhere">
                  {firstName} {lastName}
                </span>
                <span className="block text-sm wrap-anywhere text-soft">{email}</span>
              </>
            ),
          },
          { name: "Order", cell: ({ orderNumber }) => orderNumber },
          { name: "Sent", cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span> },
          { name: "State", cell: ({ isDone }) => (isDone ? <span className="text-soft">Done</span> : "To do") },
        ]}
      />
      {query.q && query.state !== "all" && (
        <p className="mt-4">
          <a href={withQuery("/owner/messages", { ...query, state: "all" })} className="text-link">
            Look in all messages
          </a>
        </p>
      )}
      <Pager label="Pages of messages" path="/owner/messages" query={query} isFirst={isFirst} next={next} />
    </Screen>
  );
}

function emptyList({ q, state }: { q: string; state: keyof typeof stateNames }) {
  if (q) return "No message is like that.";
  return state === "open" ? "Nothing waits for an answer." : "There is none yet.";
}
