import type { OrderMoney, sumRows } from "#shop/orders/sums.ts";
import type { ReceiptLine } from "#shop/orders/views/read-order.ts";
import { formatPrice } from "#shop/values/money.ts";
import { useFormats } from "#ui/formats.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { SumName } from "#ui/sum-name.tsx";
import { Table } from "#ui/table.tsx";
import { AllowedLink } from "../access/allowed-link.tsx";
import { ownersProductAddress } from "../products/products-address.ts";
import { Part } from "../screen/screen.tsx";
import { Thumbnail } from "../screen/thumbnail.tsx";

interface OwnersLine extends ReceiptLine {
  sku: string | null;
  /** How many of its pieces came back. */
  returned: number;
}

interface OrderItemsProps {
  order: OrderMoney & {
    lines: OwnersLine[];
  };
  sums: ReturnType<typeof sumRows>;
  /** What came off them since. */
  deductions: ReturnType<typeof sumRows>;
}

/** An order's items with what came back, and its sums with what was credited and refunded. */
export function OrderItems({ order, sums, deductions }: OrderItemsProps) {
  const { lines, currency } = order;
  const { locale } = useFormats();
  const formats = { currency, locale };
  return (
    <Part title="Items">
      <Table
        caption="Items"
        rows={lines}
        keyOf={({ productId }) => productId}
        empty="No items."
        columns={[
          { name: "Product", isTitle: true, cell: ProductCell },
          { name: "Quantity", isNumber: true, cell: QuantityCell },
          { name: "Price", isNumber: true, cell: ({ priceCents }) => formatPrice(priceCents, formats) },
          {
            name: "Total",
            isNumber: true,
            cell: ({ priceCents, quantity }) => formatPrice(priceCents * quantity, formats),
          },
        ]}
      />
      <SumList rows={sums} />
      <SumList rows={deductions} />
    </Part>
  );
}

function ProductCell({ title, productId, thumbnail, options, sku }: OwnersLine) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={thumbnail} />
      <span className="min-w-0">
        <AllowedLink href={ownersProductAddress(productId)} className="font-medium wrap-anywhere">
          {title}
        </AllowedLink>
        <OptionsText options={options} sku={sku} />
        <span className="block text-sm wrap-anywhere text-soft">{productId}</span>
      </span>
    </span>
  );
}

function QuantityCell({ quantity, returned }: OwnersLine) {
  return (
    <>
      {quantity}
      {returned > 0 && <span className="block text-sm whitespace-nowrap text-amber">{returned} returned</span>}
    </>
  );
}

/** Amounts with their names. The last one is their result. */
function SumList({ rows }: { rows: [name: string, amount: string][] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="mt-3 tabular-nums">
      {rows.map(([name, amount]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 last:font-semibold">
          <dt>
            <SumName name={name} />
          </dt>
          <dd className="ml-auto">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
