import { data, href } from "react-router";
import { type PastOrder, readPastOrder } from "#shop/earlier-shop/past-orders.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { shopContext } from "#web/request-context.ts";
import { requireUser } from "../accounts/session.server.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { OrderNotFound } from "../orders/order-not-found.tsx";
import type { Route } from "./+types/earlier-order";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Order from our earlier shop",
    description: "Your order from our earlier shop.",
    unlisted: true,
  });
}

/** An order of the earlier shop, for the customer with its email, once they have proved that it is theirs. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { email, emailVerified } = requireUser(context, "orders");
  const { db, settings } = context.get(shopContext);
  const { timeZone, locale } = settings;
  const order = emailVerified ? await readPastOrder(db, params.pastOrderId, { email, timeZone, locale }) : undefined;
  if (!order) throw data(null, 404);
  return { order };
}

export default function EarlierOrder({ loaderData: { order } }: Route.ComponentProps) {
  const { number, date, status, name, address, phone } = order;
  const facts = [
    ["Order number", number],
    ["Date", date],
    ["Status", status],
    ["Shipping address", [name, address].filter(Boolean).join("\n")],
    ["Phone number", phone],
  ] as const;
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
      <p className="mb-2 text-soft">From our earlier shop</p>
      <h1 className="mb-8 text-4xl wrap-anywhere sm:text-5xl">Order {number}</h1>
      <dl className="grid gap-x-8 gap-y-5 border-y border-line py-6 sm:grid-cols-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="text-sm text-soft">{name}</dt>
                <dd dir="auto" className="typed-text font-medium text-start">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      <ul className="divide-y divide-line">
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          <Line key={index} line={line} />
        ))}
      </ul>
      <dl className="ml-auto grid max-w-sm gap-2 border-t border-line pt-5 tabular-nums">
        {order.sums.map(([name, amount]) => (
          <div
            key={name}
            className={`flex flex-wrap items-baseline justify-between gap-x-4 ${name === "Total" ? "font-display text-2xl" : ""}`}
          >
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10">
        <Button to={href("/orders")} look="quiet">
          My orders
        </Button>
      </p>
    </div>
  );
}

function Line({ line }: { line: PastOrder["lines"][number] }) {
  const { title, quantity, price, total, link } = line;
  return (
    <li className="flex items-baseline justify-between gap-6 py-4">
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere">
          {link ? (
            <Link to={link} prefetch="intent" className="text-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-sm text-soft tabular-nums">{price ? `${price} × ${quantity}` : `× ${quantity}`}</p>
      </div>
      <p className="tabular-nums">{total}</p>
    </li>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderNotFound error={error} />;
}
