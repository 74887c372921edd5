import { data, href, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { lineTotal } from "#shop/cart/cart-reducer.ts";
import { readIdempotencyKey } from "#shop/checkout/placed-order.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { isOutage } from "#shop/errors.ts";
import { readConfirmationRecipient } from "#shop/mail/sent-mails.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { describeHowToPay } from "#shop/orders/payment/how-to-pay.ts";
import { awaitsOfflinePayment } from "#shop/orders/payment/offline-payment.ts";
import { readPayment, syncPayment } from "#shop/orders/payment/payment.ts";
import { readOrderWay } from "#shop/orders/read-order-way.ts";
import { readReturnOffer } from "#shop/orders/returns/return-offer.ts";
import { wasPaid } from "#shop/orders/state/events.ts";
import { PaymentUnderWayError } from "#shop/orders/state/order.ts";
import { askWhereToSend } from "#shop/orders/state/return-requests.ts";
import { nextState, TransitionRefusedError } from "#shop/orders/state/state-machine.ts";
import { toCustomerReceipt } from "#shop/orders/views/customer.ts";
import {
  type OrderDetails,
  type ReceiptLine,
  readBuyersFirstName,
  readCustomersOrder,
} from "#shop/orders/views/read-order.ts";
import { describeCancelRefund } from "#shop/orders/views/receipt.ts";
import { canWithdraw } from "#shop/orders/withdrawals/can-withdraw.ts";
import { sellerWithAddress } from "#shop/settings/settings.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/formats.ts";
import { Icon, type IconProps } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";
import { Amount } from "#ui/price.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { SumName } from "#ui/sum-name.tsx";
import { shopContext } from "#web/request-context.ts";
import { useSettledCart } from "../checkout/settle-purchase.ts";
import { answerForm } from "../forms/answer-form.ts";
import { failedMeta, fallbackMeta, pageMeta } from "../meta/page-meta.ts";
import { CancelOrderForm } from "../orders/cancel-order-form.tsx";
import { ContactLink } from "../orders/contact-link.tsx";
import { HowToPay } from "../orders/how-to-pay.tsx";
import { greetingOf, receiptTitle } from "../orders/order-greeting.server.ts";
import { OrderNotFound } from "../orders/order-not-found.tsx";
import { OrderProgress } from "../orders/order-progress.tsx";
import { OrderReturns } from "../orders/order-returns.tsx";
import { requireOrderUser, requireOwnOrder } from "../orders/own-order.server.ts";
import styles from "../orders/receipt.css?url";
import { ReturnSteps } from "../orders/return-steps.tsx";
import { WithdrawLink } from "../orders/withdraw-link.tsx";
import { isUnavailable } from "../page/unavailable.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/order-confirmation";

export function meta(args: Route.MetaArgs) {
  if (isUnavailable(args.error)) return failedMeta(args);
  if (args.error) return fallbackMeta(args, "Order Not Found", "We couldn't show this order.");
  return pageMeta(args, {
    title: `Order ${args.params.orderNumber}`,
    description: "Your order receipt, ready to print or save.",
    unlisted: true,
  });
}

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

/** Also after a refusal: the order has moved on, and the page should say where to. But not where no answer came. */
export function shouldRevalidate({ actionResult }: ShouldRevalidateFunctionArgs) {
  return !actionResult?.failure;
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { orderNumber } = params;
  const { uid, email } = requireOrderUser(context, orderNumber);
  const shop = context.get(shopContext);
  const { db, settings } = shop;
  let receipt = await readCustomersOrder(db, uid, orderNumber);
  if (receipt?.state === "awaiting-payment") {
    // Shoppers may return from paying before the provider's event arrives. A slow provider isn't waited for.
    const look = syncPayment(shop, orderNumber).catch((error) => shop.log("Payment not synced", error));
    await Promise.race([look, new Promise((resolve) => setTimeout(resolve, lookTimeoutMs))]);
    receipt = await readCustomersOrder(db, uid, orderNumber);
  }
  if (!receipt) throw data(null, 404);
  const { state, isProcessing } = receipt;
  // They have cancelled on the provider's page: the checkout says so, and has their cart.
  if (url.searchParams.get("from") === "payment" && wasNeverPaid(receipt)) throw redirect(href("/checkout"));
  const documents = await readDocuments(db, orderNumber);
  const way = await readOrderWay(db, receipt, settings);
  const isWithdrawn = way.withdrawnOn !== undefined;
  const sellerAddress = sellerWithAddress(settings);
  const isToPay = !isWithdrawn && !isProcessing && state === "awaiting-payment";
  return {
    ...toCustomerReceipt(receipt, settings, way),
    isWithdrawn,
    title: receiptTitle(receipt, { isWithdrawn, firstName: await readBuyersFirstName(db, orderNumber) }),
    greeting: greetingOf(receipt, { ...way, email: (await readConfirmationRecipient(db, orderNumber)) ?? email }),
    payAt: isToPay ? (await readPayment(db, orderNumber))?.url : undefined,
    howToPay:
      awaitsOfflinePayment(receipt) && !isWithdrawn ? describeHowToPay(receipt, documents, settings) : undefined,
    canBeCancelled: !isWithdrawn && canBeCancelled(receipt),
    returnOffer: await readReturnOffer(shop, receipt),
    canWithdraw: !isWithdrawn && canWithdraw(receipt, settings, shop.now()),
    refundNote: state === "awaiting-payment" ? undefined : describeCancelRefund(receipt),
    idempotencyKey: await readIdempotencyKey(db, uid, orderNumber),
    hasInvoice: documents.length > 0,
    whereToSend: sellerAddress ? ["Send the items to:", ...sellerAddress].join("\n") : askWhereToSend,
  };
}

function wasNeverPaid({ state, events }: OrderDetails) {
  return state === "cancelled" && !wasPaid(events);
}

/** Staff cancel refunded orders. A payment that a bank processes can't be stopped. */
function canBeCancelled({ state, isProcessing, events }: OrderDetails) {
  const isAllowed = nextState(state, { step: "cancelled" }, events) !== undefined;
  return isAllowed && state !== "refunded" && !isProcessing;
}

/** Cancels the order. */
export async function action({ params, context }: Route.ActionArgs) {
  const { orderNumber } = params;
  const { shop, uid } = await requireOwnOrder(context, orderNumber);
  try {
    await cancelOrder(shop, orderNumber, { actor: { type: "customer", id: uid } });
  } catch (error) {
    if (isOutage(error)) throw error;
    if (error instanceof TransitionRefusedError) return data({ failed: tooLate }, 409);
    if (error instanceof PaymentUnderWayError) return data({ failed: underWay }, 409);
    shop.log("Order not cancelled", error);
    return data({ failed: notCancelled }, 503);
  }
  return redirect(href("/order-confirmation/:orderNumber", { orderNumber }));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Order not cancelled", serverAction);
}

/** Milliseconds. */
const lookTimeoutMs = 3000;

const tooLate = "This order can no longer be cancelled. You can see its status above.";
const underWay = "Your payment is still being processed. Please try again later.";
const notCancelled = "We couldn't cancel your order. Please try again in a moment.";

export default function OrderConfirmation({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, title, greeting, progress, lines, details, sums, deductions, howToPay, payAt } = loaderData;
  const { isPickup, returns, whereToSend, returnSteps, returnOffer, canWithdraw, hasInvoice, idempotencyKey } =
    loaderData;
  const { orderNumber } = params;
  const { shopName } = useShop();
  const isPaid = state !== "awaiting-payment";
  useSettledCart(isPaid && state !== "cancelled" ? { idempotencyKey, lines } : undefined);
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12 print:max-w-none print:p-0">
      <p dir="auto" className="mb-8 hidden font-display text-2xl font-semibold tracking-tight print:block">
        {shopName}
      </p>
      <h1 className="mb-3">
        <span className="receipt-name">Order confirmation </span>
        <ReceiptTitle {...title} isCancelled={state === "cancelled"} />
      </h1>
      <p className="mb-8 text-lg wrap-anywhere print:hidden">{greeting}</p>
      <OrderProgress steps={progress} />
      <dl className="receipt-facts border-y border-line py-6">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd dir="auto" className="typed-text font-medium">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {howToPay && <HowToPay {...howToPay} />}
      <ReturnSteps steps={returnSteps} />
      <OrderReturns {...{ orderNumber, returns, whereToSend }} />
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.productId} line={line} />
        ))}
      </ul>
      <Sums rows={sums} />
      {deductions.length > 0 && <Sums rows={deductions} className="mt-5" />}
      <p className="mt-10 flex flex-wrap gap-3 print:hidden">
        {payAt && <Button href={payAt}>Pay now</Button>}
        {isPaid && (
          <Button type="button" onClick={() => window.print()}>
            <PrinterIcon className="size-5" />
            Print receipt
          </Button>
        )}
        {hasInvoice && (
          <Button to={href("/orders/:orderNumber/invoice", { orderNumber })} look="quiet">
            Invoice
          </Button>
        )}
        {returnOffer?.hasForm && (
          <Button to={href("/orders/:orderNumber/return", { orderNumber })} look="quiet">
            Return items
          </Button>
        )}
        <Button to={href("/products")} look="quiet">
          Keep shopping
        </Button>
      </p>
      {returnOffer && !returnOffer.hasForm && (
        <p className="mt-6 text-soft print:hidden">
          {returnOffer.words.before}
          <Link to={`${href("/contact")}?order=${orderNumber}`} prefetch="intent" className="text-link">
            {returnOffer.words.link}
          </Link>
          {returnOffer.words.after}
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-x-5 print:hidden">
        <ContactLink orderNumber={orderNumber} />
        {canWithdraw && <WithdrawLink orderNumber={orderNumber} />}
      </p>
      {actionData && "failed" in actionData && (
        <p role="alert" className="mt-6 rounded-lg border border-berry p-4 text-sm">
          {actionData.failed}
        </p>
      )}
      {loaderData.canBeCancelled && <CancelOrderForm refundNote={loaderData.refundNote} isPickup={isPickup} />}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderNotFound error={error} />;
}

interface ReceiptTitleProps {
  text: string;
  /** In thanks. */
  firstName?: string;
  isCancelled: boolean;
}

/** Thanks aren't printed. */
function ReceiptTitle({ text, firstName, isCancelled }: ReceiptTitleProps) {
  return (
    <span
      className={`block text-4xl sm:text-5xl ${firstName === undefined ? "" : "print:hidden"} ${isCancelled ? "text-berry" : ""}`}
    >
      <Sentence text={text} names={[firstName]} />
    </span>
  );
}

/** Amounts with their names. The last one is their result. */
function Sums({ rows, className = "" }: { rows: [name: string, amount: string][]; className?: string }) {
  return (
    <dl
      className={`ml-auto grid max-w-sm break-inside-avoid gap-2 border-t border-line pt-5 tabular-nums ${className}`}
    >
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-4 last:font-display last:text-2xl"
        >
          <dt>
            <SumName name={name} />
          </dt>
          <dd className="ml-auto">
            <Amount text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Line({ line }: { line: ReceiptLine }) {
  const formatPrice = useFormatPrice();
  const { title, options, brand, priceCents, quantity, thumbnail } = line;
  return (
    <li className="grid break-inside-avoid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] items-center gap-[min(1rem,4vw)] py-4 print:py-2.5">
      <span className="aspect-square overflow-hidden rounded-lg bg-furniture">
        <Picture src={thumbnail} alt="" sizes="4rem" loading="eager" />
      </span>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="min-w-[min(7rem,100%)] grow basis-0">
          <p dir="auto" className="font-medium wrap-anywhere">
            {title}
          </p>
          <OptionsText options={options} />
          {brand && (
            <p dir="auto" className="text-sm wrap-anywhere text-soft">
              {brand}
            </p>
          )}
          <p className="text-sm text-soft tabular-nums">
            {formatPrice(priceCents)} × {quantity}
          </p>
        </div>
        <p className="ml-auto tabular-nums *:text-[min(1em,6vw)]">
          <Amount text={formatPrice(lineTotal(line))} />
        </p>
      </div>
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
