import type { Product } from "#shop/catalog/product.ts";
import { useFormatPrice } from "#ui/currency.ts";
import { Table } from "#ui/table.tsx";
import { ProductName } from "./product-table.tsx";

/** A page of drafts. */
export function DraftTable({ drafts }: { drafts: Product[] }) {
  const formatPrice = useFormatPrice();
  return (
    <Table
      caption="Drafts"
      rows={drafts}
      keyOf={({ id }) => id}
      empty="No drafts. “Add product” starts one."
      room="much"
      columns={[
        {
          name: "Product",
          isTitle: true,
          cell: (draft) => <ProductName {...draft}>{`${draft.stock} in stock`}</ProductName>,
        },
        {
          name: "Price",
          isNumber: true,
          cell: ({ priceCents }) => (priceCents > 0 ? formatPrice(priceCents) : "None yet"),
        },
        { name: "Stock", isInTitle: true, isNumber: true, cell: ({ stock }) => stock },
      ]}
    />
  );
}
