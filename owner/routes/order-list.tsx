import { data } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { countOrders, findOrders } from "#shop/orders/find-orders.ts";
import { readItemPreviews } from "#shop/orders/item-previews.ts";
import { orderStateNames, orderStates } from "#shop/orders/state-machine.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../frame/addresses.ts";
import { Alert, formMessageId } from "../frame/alert.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { SelectField, TextField } from "../frame/form-fields.tsx";
import { Pager } from "../frame/pager.tsx";
import { Screen } from "../frame/screen.tsx";
import { NewestOrOldest, SearchForm } from "../frame/search-form.tsx";
import { CarrierField } from "../orders/carrier-field.tsx";
import { refundLists } from "../orders/order-lists.ts";
import { readOrderQuery, toOrderSearch } from "../orders/order-query.server.ts";
import { OrderTable } from "../orders/order-table.tsx";
import { sendOrders } from "../orders/send-orders.server.ts";
import { StateTabs } from "../orders/state-tabs.tsx";
import type { Route } from "./+types/order-list";

const ordersPerPage = 50;
const noItems = { pieces: 0, first: [] };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const query = readOrderQuery(url.searchParams);
  const { orders, next } = await findOrders(db, {
    ...toOrderSearch(query, settings.timeZone),
    limit: ordersPerPage,
  });
  const items = await readItemPreviews(
    db,
    orders.map(({ id }) => id),
  );
  return {
    isOwner: context.get(ownerContext).role === "owner",
    query,
    counts: await countOrders(db),
    next: next && `${next.createdAt}-${next.id}`,
    orders: orders.map(({ id, createdAt, ...order }) => ({
      ...order,
      placed: formatMoment(createdAt, settings.timeZone),
      items: items.get(id) ?? noItems,
    })),
  };
}

/** Marks the selected orders as sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const { sent, refused } = await sendOrders(request, context);
  if (refused.length > 0) return data({ sent, refused }, 409);
  return redirectWithFlash(
    new URL(request.url).pathname + new URL(request.url).search,
    `${sent} ${sent === 1 ? "order" : "orders"} marked as sent. ${sent === 1 ? "The customer is" : "The customers are"} notified by email.`,
  );
}

export default function Orders({
  loaderData: { isOwner, query, counts, orders, next },
  actionData,
}: Route.ComponentProps) {
  const { after, ...search } = query;
  const canSend = query.state === "paid" && orders.length > 0;
  const table = <OrderTable orders={orders} canSend={canSend} />;
  return (
    <Screen
      title="Orders"
      actions={
        <>
          <a href="/owner/pick-list" className="button button-quiet">
            Pick list
          </a>
          <a href={withQuery("/owner/orders.csv", search)} className="button button-quiet">
            Download CSV
          </a>
          {isOwner && (
            <a href="/owner/bookkeeping" className="button button-quiet">
              Bookkeeping
            </a>
          )}
        </>
      }
    >
      <StateTabs counts={counts} search={search} />
      <SearchForm
        label="Order number, customer or address"
        q={query.q}
        columns="@min-[60rem]:grid-cols-[1fr_repeat(4,10rem)_auto]"
      >
        <SelectField label="Status" name="state" defaultValue={query.state ?? ""}>
          <option value="">All</option>
          {orderStates.map((state) => (
            <option key={state} value={state}>
              {orderStateNames[state]}
            </option>
          ))}
          {Object.entries(refundLists).map(([list, name]) => (
            <option key={list} value={list}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="From" name="from" type="date" defaultValue={query.from} />
        <TextField label="To" name="to" type="date" defaultValue={query.to} />
        <NewestOrOldest sort={query.sort} />
      </SearchForm>
      {actionData && (
        <Alert>
          <p className="font-medium">{actionData.sent} marked as sent. These orders weren't updated:</p>
          <ul className="mt-1 list-disc pl-5">
            {actionData.refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      {canSend ? (
        <form method="post" action={`#${formMessageId}`}>
          {table}
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <CarrierField />
            <button type="submit" className="button button-main">
              Mark as sent
            </button>
            <a href={withQuery("/owner/orders/send", { ...search, state: undefined })} className="button button-quiet">
              {isSearch(search) ? "Mark all that match as sent" : `Mark all ${counts.paid} as sent`}
            </a>
          </div>
        </form>
      ) : (
        table
      )}
      <Pager label="Order pages" path="/owner/orders" query={search} isFirst={after === undefined} next={next} />
    </Screen>
  );
}

/** Whether a search finds only some of a state's orders. */
function isSearch({ q, from, to }: { q: string; from?: string | undefined; to?: string | undefined }) {
  return Boolean(q || from || to);
}
