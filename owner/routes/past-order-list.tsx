import { findPastOrders } from "#shop/earlier-shop/past-orders.ts";
import { Button } from "#ui/button.tsx";
import { shopContext } from "#web/request-context.ts";
import { readListCursor, readSearchText, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";
import { PastOrderTable } from "../orders/past-order-table.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/past-order-list";

const ordersPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const q = readSearchText(url.searchParams);
  const cursor = readListCursor(url.searchParams);
  const after = cursor && { placedAt: cursor.moment, id: cursor.id };
  const { orders, next } = await findPastOrders(db, { text: q, after, limit: ordersPerPage }, settings);
  requireListPage(url, { rows: orders, cursor });
  return { q, orders, isFirst: cursor === undefined, next: next && `${next.placedAt}-${next.id}` };
}

export default function PastOrders({ loaderData: { q, orders, isFirst, next } }: Route.ComponentProps) {
  return (
    <Screen
      title="Orders from the earlier shop"
      summary="To look at. They don't count in sales, stock, invoices or bookkeeping."
      actions={
        <Button href="/owner/orders" look="quiet">
          Orders
        </Button>
      }
    >
      <SearchForm label="Order number, customer, address or product" q={q} />
      <PastOrderTable orders={orders} empty={q ? "No orders match." : "No orders yet."} />
      <Pager label="Order pages" path="/owner/orders/earlier" query={{ q }} isFirst={isFirst} next={next} />
    </Screen>
  );
}
