import type { OrderMoney, sumRows } from "#shop/orders/sums.ts";
import type { ReceiptLine } from "#shop/orders/views/read-order.ts";
import { formatPrice } from "#shop/values/money.ts";
import { useFormats } from "#ui/formats.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { SumName } from "#ui/sum-name.tsx";
import { Table } from "#ui/table.tsx";
import { AllowedLink } from "../access/allowed-link.tsx";
import { ownersProductAddress } from "../products-address.ts";
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
  const format = (cents: number) => formatPrice(cents, { currency, locale });
  return (
    <Part title="Items">
      <Table
        caption="Items"
        rows={lines}
        keyOf={({ productId }) => productId}
        empty="No items."
        columns={[
          { name: "Product", isTitle: true, cell: (line) => <ProductCell line={line} format={format} /> },
          { name: "Quantity", isNumber: true, isInTitle: true, cell: QuantityCell },
          { name: "Price", isNumber: true, isInTitle: true, cell: ({ priceCents }) => format(priceCents) },
          {
            name: "Total",
            isNumber: true,
            isInTitle: true,
            cell: ({ priceCents, quantity }) => format(priceCents * quantity),
          },
        ]}
      />
      <SumList rows={sums} />
      <SumList rows={deductions} />
    </Part>
  );
}

interface ProductCellProps {
  line: OwnersLine;
  format: (cents: number) => string;
}

/** A product, and in the stacked layout how many there are and what they cost, in one line. */
function ProductCell({ line, format }: ProductCellProps) {
  const { title, productId, thumbnail, options, sku, quantity, priceCents, returned } = line;
  return (
    <span className="flex items-center gap-3 stacked:items-start">
      <Thumbnail src={thumbnail} />
      <span className="min-w-0 grow">
        <AllowedLink href={ownersProductAddress(productId)} className="font-medium wrap-anywhere">
          {title}
        </AllowedLink>
        <OptionsText options={options} sku={sku} />
        <span className="block text-sm wrap-anywhere text-soft">{productId}</span>
        <span className="hidden flex-wrap justify-between gap-x-4 tabular-nums stacked:flex">
          <span>
            {quantity} × {format(priceCents)} <Returned count={returned} />
          </span>
          <span className="ml-auto">{format(priceCents * quantity)}</span>
        </span>
      </span>
    </span>
  );
}

function QuantityCell({ quantity, returned }: OwnersLine) {
  return (
    <>
      {quantity} <Returned count={returned} />
    </>
  );
}

function Returned({ count }: { count: number }) {
  return count > 0 && <span className="block text-sm whitespace-nowrap text-amber">{count} returned</span>;
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
