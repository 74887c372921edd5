import { data, href, isRouteErrorResponse, Link } from "react-router";
import { lineTotal } from "#shop/cart/cart-reducer.ts";
import { formatPrice } from "#shop/money.ts";
import { isOrderNumber } from "#shop/orders/order-number.ts";
import { type ReceiptLine, readReceipt } from "#shop/orders/read-order.ts";
import { receiptFacts, receiptSums } from "#shop/orders/receipt.ts";
import { shopContext } from "#web/request-context.ts";
import { requireViewer } from "../accounts/session.server.ts";
import { CheckIcon, Icon, type IconProps } from "../components/icons.tsx";
import { Picture } from "../components/picture.tsx";
import { ErrorView } from "../frame/error-view.tsx";
import { MessagePage } from "../frame/message-page.tsx";
import { isUnavailable } from "../frame/unavailable.ts";
import { useShop } from "../frame/use-shop.ts";
import { failedMeta, pageMeta, standInMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/order-confirmation";

export function meta(args: Route.MetaArgs) {
  if (isUnavailable(args.error)) return failedMeta(args);
  if (args.error) return standInMeta(args, "Order Not Found", "This order could not be shown.");
  return pageMeta(args, {
    title: `Order ${args.params.orderNumber}`,
    description: "The receipt of your order, to print or to keep.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { orderNumber } = params;
  const { uid } = requireViewer(context, isOrderNumber(orderNumber) ? `order-${orderNumber}` : undefined);
  const { db, settings } = context.get(shopContext);
  const receipt = await readReceipt(db, uid, orderNumber);
  if (!receipt) throw data(null, 404);
  return { lines: receipt.lines, facts: receiptFacts(receipt, settings.timeZone), sums: receiptSums(receipt) };
}

export default function OrderConfirmation({ loaderData }: Route.ComponentProps) {
  const { lines, facts, sums } = loaderData;
  const { shopName } = useShop();
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12 print:max-w-none print:p-0">
      <p className="mb-8 hidden font-display text-2xl font-semibold tracking-tight print:block">{shopName}</p>
      <p className="mb-3 flex items-center gap-2 font-medium text-spruce print:hidden">
        <CheckIcon /> Thank you! Your order is on its way to you.
      </p>
      <h1 className="mb-8 text-4xl sm:text-5xl">Order confirmation</h1>
      <dl className="grid gap-x-8 gap-y-5 border-y border-line py-6 sm:grid-cols-3 print:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.productId} line={line} />
        ))}
      </ul>
      <dl className="ml-auto grid max-w-xs break-inside-avoid gap-2 border-t border-line pt-5 tabular-nums">
        {sums.map(([name, value]) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 last:font-display last:text-2xl"
          >
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 flex flex-wrap gap-3 print:hidden">
        <button type="button" className="button button-main" onClick={() => window.print()}>
          <PrinterIcon className="size-5" />
          Print receipt
        </button>
        <Link to={href("/products")} className="button button-quiet">
          Keep shopping
        </Link>
      </p>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isUnavailable(error)) return <ErrorView />;
  const unknown = isRouteErrorResponse(error) && error.status === 404;
  return (
    <MessagePage title="Order Not Found">
      <p className="text-soft" role="alert">
        {unknown ? "Order not found" : "Failed to fetch order details"}
      </p>
      <Link to={href("/products")} className="button button-main">
        Back to Shop
      </Link>
    </MessagePage>
  );
}

function Line({ line }: { line: ReceiptLine }) {
  const { title, brand, priceCents, quantity, thumbnail } = line;
  return (
    <li className="grid break-inside-avoid grid-cols-[min(4rem,20vw)_minmax(0,1fr)_auto] items-center gap-[min(1rem,4vw)] py-4 print:py-2.5">
      <span className="aspect-square overflow-hidden rounded-lg bg-furniture">
        <Picture src={thumbnail} alt="" sizes="4rem" loading="eager" />
      </span>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{title}</p>
        {brand && <p className="text-sm text-soft">{brand}</p>}
        <p className="text-sm text-soft tabular-nums">
          {formatPrice(priceCents)} × {quantity}
        </p>
      </div>
      <p className="tabular-nums">{formatPrice(lineTotal(line))}</p>
    </li>
  );
}

function PrinterIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 9V4h10v5M7 17H5a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 5 9h14a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 19 17h-2" />
      <path d="M7 14h10v6H7z" />
    </Icon>
  );
}
