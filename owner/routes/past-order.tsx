import { data } from "react-router";
import { readPastOrder } from "#shop/earlier-shop/past-orders.ts";
import { mailtoLink } from "#shop/values/email-address.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/past-order";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const order = await readPastOrder(db, params.pastOrderId, settings);
  if (!order) throw data(null, 404);
  return { order };
}

export default function PastOrder({ loaderData: { order } }: Route.ComponentProps) {
  const { shop, number, date, status, name, email, address, phone, lines, sums } = order;
  return (
    <Screen
      title={`Order ${number}`}
      summary={`From the earlier shop (${shop}), to look at`}
      actions={
        <Button href="/owner/orders/earlier" look="quiet">
          All of them
        </Button>
      }
    >
      <Part title="Items">
        <Table
          caption="Items"
          rows={lines.map((line, index) => ({ ...line, index }))}
          keyOf={({ index }) => index}
          empty="The file had no items."
          columns={[
            {
              name: "Item",
              isTitle: true,
              cell: ({ title, sku, link }) => (
                <span className="wrap-anywhere">
                  {link ? (
                    <a href={link} className="text-link">
                      {title}
                    </a>
                  ) : (
                    <bdi>{title}</bdi>
                  )}
                  {sku && <span className="block text-sm font-normal text-soft">{sku}</span>}
                </span>
              ),
            },
            { name: "Quantity", isNumber: true, cell: ({ quantity }) => quantity },
            { name: "Price", isNumber: true, cell: ({ price }) => price },
            { name: "Total", isNumber: true, cell: ({ total }) => total },
          ]}
        />
        <dl className="mt-4 ml-auto grid max-w-sm gap-1 tabular-nums">
          {sums.map(([name, amount]) => (
            <div key={name} className={`flex justify-between gap-4 ${name === "Total" ? "font-medium" : ""}`}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="Details">
        <dl className="grid gap-3 text-sm sm:grid-cols-2">
          <Fact name="Date" value={date} />
          <Fact name="Status" value={status} />
          <Fact name="Customer" value={name} />
          {email && (
            <div>
              <dt className="text-soft">Email</dt>
              <dd className="wrap-anywhere">
                <a href={mailtoLink(email)} className="text-link">
                  {email}
                </a>
              </dd>
            </div>
          )}
          <Fact name="Address" value={address} />
          <Fact name="Phone number" value={phone} />
        </dl>
      </Part>
    </Screen>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    value && (
      <div>
        <dt className="text-soft">{name}</dt>
        <dd dir="auto" className="whitespace-pre-line text-start wrap-anywhere">
          {value}
        </dd>
      </div>
    )
  );
}
