import { countDeliveries, readPickList } from "#shop/orders/views/read-parcels.ts";
import { variantText } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { Table } from "#ui/table.tsx";
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
        <>
          <Button href="/owner/packing-slips" look="quiet">
            Packing slips
          </Button>
          {picks.length > 0 && <PrintButton />}
        </>
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
            cell: () => <span aria-hidden="true" className="block size-5 rounded border border-field" />,
          },
          {
            name: "Product",
            isTitle: true,
            cell: ({ title, ...variant }) => (
              <>
                <span className="wrap-anywhere">{title}</span>
                <OptionsText {...variant} className="print:text-ink" />
              </>
            ),
          },
          { name: "Quantity", isNumber: true, cell: ({ pieces }) => <strong>{pieces}</strong> },
          {
            name: "ID",
            cell: ({ productId }) => (
              <span className="block text-soft wrap-anywhere @min-[36rem]:min-w-40">{productId}</span>
            ),
          },
          { name: "Orders", isNumber: true, cell: ({ orders }) => orders },
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
