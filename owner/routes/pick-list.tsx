import { readPickList } from "#shop/orders/read-parcels.ts";
import { shopContext } from "#web/request-context.ts";
import { Table } from "../components/data-table.tsx";
import { Screen } from "../components/screen.tsx";
import type { Route } from "./+types/pick-list";

export async function loader({ context }: Route.LoaderArgs) {
  return { picks: await readPickList(context.get(shopContext).db) };
}

export default function PickList({ loaderData: { picks } }: Route.ComponentProps) {
  const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
  return (
    <Screen
      title="Pick list"
      summary={`${pieces} ${pieces === 1 ? "piece" : "pieces"} to take from the shelves, for what is paid and not sent yet`}
      actions={
        <a href="/owner/packing-slips" className="button button-quiet">
          Packing slips
        </a>
      }
    >
      <Table
        caption="Goods to pick"
        rows={picks}
        keyOf={({ productId, title }) => `${productId} ${title}`}
        empty="Nothing waits to be sent."
        columns={[
          {
            name: "Taken",
            cell: () => <span aria-hidden="true" className="block size-5 rounded border border-field" />,
          },
          { name: "Product", isTitle: true, cell: ({ title }) => title },
          { name: "Pieces", isNumber: true, cell: ({ pieces }) => <strong>{pieces}</strong> },
          { name: "Id", cell: ({ productId }) => <span className="text-soft wrap-anywhere">{productId}</span> },
          { name: "Orders", isNumber: true, cell: ({ orders }) => orders },
        ]}
      />
    </Screen>
  );
}
