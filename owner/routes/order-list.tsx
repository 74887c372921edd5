import { data } from "react-router";
import { findPastOrders, hasPastOrders } from "#shop/earlier-shop/past-orders.ts";
import { awaitsOfflinePayment } from "#shop/orders/payment/offline-payment.ts";
import { orderStateName, orderStates } from "#shop/orders/state/state-machine.ts";
import { isOverdue } from "#shop/orders/unpaid-offline-orders.ts";
import { countOrders, findOrders } from "#shop/orders/views/find-orders.ts";
import { readItemPreviews } from "#shop/orders/views/item-previews.ts";
import { dayOf, formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { shopContext } from "#web/request-context.ts";
import { AllowedButton } from "../access/allowed-link.tsx";
import { useAccess } from "../access/use-access.ts";
import { withQuery } from "../addresses.ts";
import { SelectField, TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { NewestOrOldest, SearchForm } from "../lists/search-form.tsx";
import { countWithdrawn, markSelectedOrders } from "../orders/bulk-step.server.ts";
import { bulkSteps, describeMarked, isPaymentStep, stepOfList } from "../orders/bulk-step.ts";
import { BulkStepBar } from "../orders/bulk-step-bar.tsx";
import { readDeliveryFilter } from "../orders/delivery-filter.server.ts";
import { listOf } from "../orders/listed-order.ts";
import { isListOf, orderLists } from "../orders/order-lists.ts";
import { ordersPerPage, readOrderQuery, toOrderSearch } from "../orders/order-query.server.ts";
import { OrderTable } from "../orders/order-table.tsx";
import { PastOrderTable } from "../orders/past-order-table.tsx";
import { PaymentStepBar } from "../orders/payment-step-bar.tsx";
import { RejectedOrders } from "../orders/rejected-orders.tsx";
import { StateTabs } from "../orders/state-tabs.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/order-list";

/** Of the earlier shop, below a search's orders. */
const shownPastOrders = 10;

const noItems = { pieces: 0, first: [] };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { reader, settings, now } = context.get(shopContext);
  const db = await reader();
  const query = readOrderQuery(url.searchParams);
  const search = toOrderSearch(query, settings.timeZone, now());
  const today = dayOf(now(), settings.timeZone);
  const { orders, next } = await findOrders(db, { ...search, limit: ordersPerPage });
  requireListPage(url, { rows: orders, cursor: search.after });
  const items = await readItemPreviews(
    db,
    orders.map(({ id }) => id),
  );
  const hasPast = await hasPastOrders(db);
  const past =
    hasPast && query.q ? await findPastOrders(db, { text: query.q, limit: shownPastOrders }, settings) : undefined;
  return {
    takesReturns: settings.takesReturns,
    hasPast,
    past: past && { orders: past.orders, hasMore: past.next !== undefined },
    ...(await readDeliveryFilter(context, query.delivery)),
    invoices: settings.invoiceTerms && { sendsUnpaid: settings.invoiceTerms.sendsUnpaid },
    query,
    counts: await countOrders(db),
    withdrawn: query.state === bulkSteps.send.from ? await countWithdrawn(context) : 0,
    next: next && `${next.createdAt}-${next.id}`,
    orders: orders.map(({ id, createdAt, ...order }) => ({
      ...order,
      isOverdue: isOverdue(order, today),
      placed: formatMoment(createdAt, settings),
      items: items.get(id) ?? noItems,
    })),
  };
}

/** Marks the selected orders as sent, delivered or paid, or reminds their customers. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await markSelectedOrders(request, context);
  if (answer.refused.length > 0 || answer.done === 0) return data(answer, 409);
  const { pathname, search, searchParams } = new URL(request.url);
  const { kind } = await readDeliveryFilter(context, readOrderQuery(searchParams).delivery);
  return redirectWithFlash(
    context,
    pathname + search,
    describeMarked(answer.step, answer.done, { kind, settings: context.get(shopContext).settings }),
  );
}

/** Room for the search's fields. */
function searchColumns({ options, places }: Pick<Route.ComponentProps["loaderData"], "options" | "places">) {
  if (places.length > 0) return "@min-[84rem]:grid-cols-[1fr_repeat(6,9rem)_auto]";
  if (options.length > 0) return "@min-[72rem]:grid-cols-[1fr_repeat(5,10rem)_auto]";
  return "@min-[60rem]:grid-cols-[1fr_repeat(4,10rem)_auto]";
}

export default function Orders({
  loaderData: { invoices, query, counts, withdrawn, orders, next, options, places, kind, takesReturns, hasPast, past },
  actionData,
}: Route.ComponentProps) {
  const mayChange = useAccess().may("changeOrders");
  const { after, ...search } = query;
  const isPickup = kind === "pickup" ? 1 : 0;
  const step = orders.length > 0 && mayChange ? stepOfList(query.state, orders.some(awaitsOfflinePayment)) : undefined;
  const typed: Record<string, string> = actionData?.fields ?? {};
  const table = (
    <OrderTable
      orders={orders}
      step={step}
      isPickup={isPickup}
      list={listOf(query)}
      selected={actionData?.selected ?? []}
      typed={typed}
    />
  );
  return (
    <Screen
      title="Orders"
      actions={
        <>
          <Button href="/owner/pick-list" look="quiet">
            Pick list
          </Button>
          <Button href={withQuery("/owner/orders.csv", search)} look="quiet">
            Download CSV
          </Button>
          <Button href={withQuery("/owner/orders.csv", { ...search, separator: "semicolon" })} look="quiet">
            CSV for Excel (;)
          </Button>
          {hasPast && (
            <Button href="/owner/orders/earlier" look="quiet">
              Earlier shop
            </Button>
          )}
          <AllowedButton href="/owner/bookkeeping">Bookkeeping</AllowedButton>
        </>
      }
    >
      <StateTabs counts={counts} isPickup={isPickup} search={search} />
      <SearchForm
        label="Order, invoice or tracking number, customer or product"
        q={query.q}
        columns={searchColumns({ options, places })}
      >
        <SelectField label="Status" name="state" defaultValue={query.state ?? ""}>
          <option value="">All</option>
          {orderStates.map((state) => (
            <option key={state} value={state}>
              {orderStateName({ state, isPickup })}
            </option>
          ))}
          {Object.entries(orderLists)
            .filter(([list]) => list === query.state || isListOf(list, invoices, takesReturns))
            .map(([list, name]) => (
              <option key={list} value={list}>
                {name}
              </option>
            ))}
        </SelectField>
        {options.length > 0 && (
          <SelectField label="Delivery" name="delivery" defaultValue={query.delivery ?? ""}>
            <option value="">All</option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {places.length > 0 && (
          <SelectField label="Pickup place" name="place" defaultValue={query.place ?? ""}>
            <option value="">All</option>
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField label="From" name="from" type="date" defaultValue={query.from} />
        <TextField label="To" name="to" type="date" defaultValue={query.to} />
        <NewestOrOldest sort={query.sort} />
      </SearchForm>
      {actionData && <RejectedOrders {...actionData} kind={kind} />}
      {step ? (
        <PostForm unsaved={Boolean(actionData)}>
          {table}
          {isPaymentStep(step) ? (
            <PaymentStepBar hasInvoices={orders.some(({ dueOn }) => dueOn !== null)} />
          ) : (
            <BulkStepBar {...{ step, kind, counts, withdrawn, search }} carrier={typed.carrier} />
          )}
        </PostForm>
      ) : (
        table
      )}
      <Pager label="Order pages" path="/owner/orders" query={search} isFirst={after === undefined} next={next} />
      {past && past.orders.length > 0 && (
        <Part title="From the earlier shop">
          <PastOrderTable orders={past.orders} empty="" />
          {past.hasMore && (
            <p className="mt-3">
              <a href={withQuery("/owner/orders/earlier", { q: query.q })} className="text-link">
                All that match
              </a>
            </p>
          )}
        </Part>
      )}
    </Screen>
  );
}
