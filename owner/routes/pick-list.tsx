import { countDeliveries, readPickList } from "#shop/orders/views/read-parcels.ts";
import { variantText } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { StackedLine, Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { PrintButton } from "../screen/print-button.tsx";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/pick-list";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const sendsUnpaid = settings.invoiceTerms?.sendsUnpaid;
  return { picks: await readPickList(db, sendsUnpaid), deliveries: await countDeliveries(db, sendsUnpaid) };
}

export default function PickList({ loaderData: { picks, deliveries } }: Route.ComponentProps) {
  const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
  return (
    <Screen
      title="Pick list"
      summary={`${pieces} ${pieces === 1 ? "item" : "items"} to pick for paid orders that haven't been fulfilled`}
      actions={
        picks.length > 0 ? (
          <>
            <Button href="/owner/packing-slips" look="quiet">
              Packing slips
            </Button>
            <PrintButton />
          </>
        ) : (
          <Button href="/owner/orders" look="quiet">
            All orders
          </Button>
        )
      }
    >
      <Table
        caption="Items to pick"
        rows={picks}
        keyOf={({ productId, title, ...variant }) => `${productId} ${title} ${variantText(variant)}`}
        empty="No orders to fulfil."
        columns={[
          {
            name: "Picked",
            isInTitle: true,
            cell: () => <Box />,
          },
          {
            name: "Product",
            isTitle: true,
            cell: ({ title, productId, orders, ...variant }) => (
              <span className="flex gap-3">
                <Box className="mt-0.5 hidden stacked:block" />
                <span className="min-w-0">
                  <span className="wrap-anywhere">{title}</span>
                  <OptionsText {...variant} className="print:text-ink" />
                  <StackedLine>{`${productId} · ${orders} ${orders === 1 ? "order" : "orders"}`}</StackedLine>
                </span>
              </span>
            ),
          },
          { name: "Quantity", isNumber: true, cell: ({ pieces }) => <strong>{pieces}</strong> },
          {
            name: "ID",
            isInTitle: true,
            cell: ({ productId }) => (
              <span className="block text-soft wrap-anywhere @min-[36rem]:min-w-40">{productId}</span>
            ),
          },
          { name: "Orders", isInTitle: true, isNumber: true, cell: ({ orders }) => orders },
        ]}
      />
      {deliveries.length > 0 && (
        <Part title="Delivery">
          <Table
            caption="Orders by delivery option"
            rows={deliveries}
            keyOf={({ name }) => name}
            empty=""
            columns={[
              { name: "Delivery", isTitle: true, cell: ({ name }) => name },
              { name: "Orders", isNumber: true, cell: ({ orders }) => orders },
            ]}
          />
        </Part>
      )}
    </Screen>
  );
}

/** To tick by pen or in mind. */
function Box({ className = "block" }: { className?: string }) {
  return <span aria-hidden="true" className={`size-5 shrink-0 rounded border border-field ${className}`} />;
}
