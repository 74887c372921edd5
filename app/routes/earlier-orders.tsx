import { href, redirect } from "react-router";
import { findPastOrders } from "#shop/earlier-shop/past-orders.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { shopContext } from "#web/request-context.ts";
import { requireUser } from "../accounts/session.server.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { PastOrderList } from "../orders/past-order-list.tsx";
import type { Route } from "./+types/earlier-orders";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Orders from our earlier shop",
    description: "View your orders from our earlier shop.",
    unlisted: true,
  });
}

const ordersPerPage = 20;

/** The signed-in customer's orders in the earlier shop, by their verified email. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { email, emailVerified } = requireUser(context, "orders");
  if (!emailVerified) throw redirect(href("/orders"));
  const { db, settings } = context.get(shopContext);
  const [, placedAt, id] = /^(-?\d{1,15})-([\da-f-]{36})$/.exec(url.searchParams.get("after") ?? "") ?? [];
  const after = id === undefined ? undefined : { placedAt: Number(placedAt), id };
  const { orders, next } = await findPastOrders(db, { email, after, limit: ordersPerPage }, settings);
  if (orders.length === 0) throw redirect(after ? href("/orders/earlier") : href("/orders"));
  return { orders, next: next && `${next.placedAt}-${next.id}` };
}

export default function EarlierOrders({ loaderData: { orders, next } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-2 text-4xl wrap-anywhere sm:text-5xl">Orders from our earlier shop</h1>
      <p className="mb-6">
        <Link to={href("/orders")} className="text-link">
          My orders
        </Link>
      </p>
      <PastOrderList orders={orders} />
      {next && (
        <nav aria-label="Pages" className="mt-10 flex justify-center">
          <Button to={`?after=${next}`} prefetch="intent" rel="next" look="quiet">
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Error" text="We couldn't load your orders. Please try again." />;
}
