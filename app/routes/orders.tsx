import { data, href } from "react-router";
import { findPastOrders } from "#shop/earlier-shop/past-orders.ts";
import { findCustomerSteps } from "#shop/orders/customer-steps.ts";
import { toCustomerOrder } from "#shop/orders/views/customer.ts";
import { readOrderPage } from "#shop/orders/views/read-order.ts";
import { findWithdrawn } from "#shop/orders/withdrawals/find-withdrawn.ts";
import { dayOf, localDay } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { Button } from "#ui/button.tsx";
import { BagIcon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { readPageNumber } from "#web/page-queries.ts";
import { shopContext } from "#web/request-context.ts";
import { requireUser } from "../accounts/session.server.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { requirePage } from "../navigation/last-page.server.ts";
import { OrderSummary } from "../orders/order-summary.tsx";
import { PastOrderList } from "../orders/past-order-list.tsx";
import type { Route } from "./+types/orders";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "My orders",
    description: "View your orders and receipts, or buy again.",
    unlisted: true,
  });
}

/** Below the shop's own. */
const shownPastOrders = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { uid, email, emailVerified } = requireUser(context, "orders");
  const { db, settings, now } = context.get(shopContext);
  const asked = readPageNumber(url.searchParams) ?? 1;
  const { orders, ...rest } = await readOrderPage(db, uid, asked);
  const today = dayOf(now(), settings.timeZone);
  requirePage(url, asked, rest.page);
  const { returnable, withdrawable } = await findCustomerSteps(db, orders, settings, now());
  const withdrawn = await findWithdrawn(db, orders);
  const past = emailVerified
    ? await findPastOrders(db, { email, limit: shownPastOrders }, settings)
    : { orders: [], next: undefined };
  return data({
    ...rest,
    pastOrders: past.orders.map(({ id, number, date, status, total }) => ({ id, number, date, status, total })),
    hasMorePast: past.next !== undefined,
    orders: orders.map((order) => ({
      ...toCustomerOrder(order, { today, locale: settings.locale }),
      date: localDay(order.createdAt, settings),
      canReturn: returnable.has(order.orderNumber),
      canWithdraw: withdrawable.has(order.orderNumber) && !withdrawn.has(order.orderNumber),
      withdrawnOn: withdrawnDay(withdrawn.get(order.orderNumber), settings),
    })),
  });
}

function withdrawnDay(at: number | undefined, regional: Regional) {
  return at === undefined ? undefined : localDay(at, regional);
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, total, page, pages, pastOrders, hasMorePast } = loaderData;
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-2 text-4xl sm:text-5xl">My orders</h1>
      {total === 0 && pastOrders.length === 0 && (
        <div className="flex flex-col items-center gap-5 py-20 text-center">
          <BagIcon className="size-14 text-faint" />
          <p className="text-lg">You haven't placed any orders yet.</p>
          <Button to={href("/products")} prefetch="intent">
            Browse products
          </Button>
        </div>
      )}
      {total > 0 && (
        <>
          <p className="mb-6 text-soft tabular-nums">
            {total} {total === 1 ? "order" : "orders"}
          </p>
          <ul className="@container divide-y divide-line border-y border-line">
            {orders.map((order) => (
              <OrderSummary key={order.orderNumber} order={order} />
            ))}
          </ul>
        </>
      )}
      {pages > 1 && (
        <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center justify-center gap-4">
          {page > 1 && (
            <Button to={`?page=${page - 1}`} prefetch="intent" rel="prev" look="quiet">
              Newer
            </Button>
          )}
          <span className="text-soft tabular-nums">
            Page {page} of {pages}
          </span>
          {page < pages && (
            <Button to={`?page=${page + 1}`} prefetch="intent" rel="next" look="quiet">
              Older
            </Button>
          )}
        </nav>
      )}
      {pastOrders.length > 0 && (
        <section aria-labelledby="earlier-shop" className="mt-12">
          <h2 id="earlier-shop" className="mb-4 text-2xl">
            Orders from our earlier shop
          </h2>
          <PastOrderList orders={pastOrders} />
          {hasMorePast && (
            <p className="mt-4">
              <Link to={href("/orders/earlier")} prefetch="intent" className="text-link">
                All orders from our earlier shop
              </Link>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Error" text="We couldn't load your orders. Please try again." />;
}
