import { channel } from "node:diagnostics_channel";
import type { Database } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import { prepared } from "#database/prepared.ts";
import { completeName } from "../accounts/customer-account.ts";
import type { LineProblem } from "../cart/compare-cart.ts";
import { bumpCatalogVersion } from "../changes/catalog-version.ts";
import { arrivalColumns } from "../delivery/arrival-days.ts";
import type { DeliveryTerms } from "../delivery/delivery.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { saleArea } from "../delivery/sale-area.ts";
import { claimDiscount, readDiscountFor } from "../discounts/claim-discount.ts";
import type { DiscountTerms } from "../discounts/discount.ts";
import { type Issuer, issueDocuments } from "../documents/issue-documents.ts";
import { readWantedEvents } from "../events/queue-event.ts";
import { queueOrderNotice } from "../jobs/mail-queue.ts";
import { announceOrder } from "../orders/order-events.ts";
import { insertManualPayment } from "../orders/payment/payment.ts";
import { claimPlatformCheckout, tellPlatform } from "../orders/platform-checkout.ts";
import { queueVatCheck } from "../orders/recheck-vat-number.ts";
import { addUp, haveSameSums, type OrderSums, withDiscounts } from "../orders/sums.ts";
import { manualProvider } from "../payments/provider.ts";
import { readOrderTerms } from "../settings/settings.ts";
import { isUnchecked, readVatCountry } from "../taxes/check-vat-number.ts";
import { decideVat, pricesAt, type VatTreatment } from "../taxes/treatment.ts";
import type { Currency } from "../values/currencies.ts";
import { dayOf } from "../values/days.ts";
import { awaitPayment } from "./await-payment.ts";
import { chooseDelivery } from "./choose-delivery.ts";
import { type ChangedLine, compareOrder, priceLines } from "./compare-order.ts";
import { createOrder, deliveryColumns, insertLines } from "./insert-order.ts";
import { catalogCents, type OrderForm } from "./order-form.ts";
import { takeStock } from "./take-stock.ts";
import { lockUnpaidOrders, requireUnpaidRoom } from "./unpaid-orders.ts";

/** Published after each new order, for metrics. */
export const orderPlaced = channel("torg:order-placed");

/** What the customer agreed to pay, and what the order costs now. */
export interface SumsMismatch {
  seen: OrderSums;
  current: OrderSums;
  delivery: DeliveryTerms;
  /** Those of the code that the customer entered. */
  discount?: DiscountTerms | undefined;
  treatment: VatTreatment;
  /** The lines that cost something else than the customer saw, or can't be ordered as they are. */
  lines: ChangedLine[];
}

/** Nothing was ordered: the catalog, the delivery cost or the discount has changed since the customer saw the cart. */
export class CartOutdatedError extends Error {
  override name = "CartOutdatedError";
  readonly problems: LineProblem[];
  readonly sums: SumsMismatch;

  constructor(problems: LineProblem[], sums: SumsMismatch) {
    const { seen, current } = sums;
    super(`${problems.length} lines have changed; the total is ${current.totalCents}, seen as ${seen.totalCents}`);
    this.problems = problems;
    this.sums = sums;
  }
}

/** Nothing was ordered: prices are in another currency than the customer saw. */
export class CurrencyChangedError extends Error {
  override name = "CurrencyChangedError";

  constructor(seen: Currency, current: Currency) {
    super(`Prices are in ${current}, and were seen in ${seen}`);
  }
}

/**
 * Places an order in one transaction: saves it with the catalog's titles and prices, takes its lines from stock, and queues the
 * confirmation mail unless a provider's page takes the payment first. Its discount code is claimed last, before its invoice gets a number. The same key and contents always give the same order.
 *
 * @param userId the customer, whose email is verified
 * @param provider takes the payment, on its own page or by hand (`manual`); without one the order is paid
 * @param seller the shop: its day decides the VAT rates, and its invoices name it
 * @returns the order's number
 * @throws CartOutdatedError when a price, the delivery cost or the discount has changed, or a product is gone or short; nothing is changed then
 * @throws AccountDeletedError when the customer has no account any more; nothing is changed then
 * @throws AreaInvalidError when delivery depends on country and zip code, and they are missing or invalid; nothing is changed then
 * @throws DeliveryRefusedError when the delivery option has changed or isn't for the address; nothing is changed then
 * @throws DiscountRefusedError when the discount code can't be used any more; nothing is changed then
 * @throws CurrencyChangedError when prices are in another currency than the customer saw; nothing is changed then
 * @throws UnpaidLimitError when the customer would hold too much without having paid; nothing is changed then
 * @throws IdempotencyConflictError when the key belongs to an order with other contents; nothing is changed then
 */
export async function placeOrder(
  db: Database,
  userId: string,
  form: OrderForm,
  now: Date,
  provider?: string,
  seller: Omit<Issuer, "taxes"> = unnamedSeller,
) {
  const { orderNumber, alreadyPlaced } = await db.transaction().execute(async (trx) => {
    const [orderTerms, options, wanted] = await pipeline(trx, readOrderTerms, readDeliveryOptions, readWantedEvents);
    const { countries, currency, taxes, notices, unpaid, invoices, acceptsUnchecked } = orderTerms;
    const today = dayOf(now, seller.timeZone);
    if (form.currency !== undefined && form.currency !== currency)
      throw new CurrencyChangedError(form.currency, currency);
    const { area, option: delivery, place, refusal } = chooseDelivery(options, form, countries);
    // Saved as the customer saw it, and compared below: the key is claimed before any stock is taken.
    const seen = addUp(form.lines, form);
    const isPaid = !provider || seen.totalCents === 0;
    const state = isPaid ? "paid" : "awaiting-payment";
    const delivered = deliveryColumns(delivery, { place, hasChoice: options.length > 1 });
    if (!isPaid) await lockUnpaidOrders(trx, userId);
    const vatCountry = await readVatCountry(trx, form.vatNumber, { acceptsUnchecked, now });
    const treatment = decideVat(taxes, {
      ...saleArea(area, delivered.isPickup === 1, place),
      ...{ goodsCents: goodsOf(form), vatCountry },
    });
    await completeName(trx, userId, form);
    const arrival = await arrivalColumns(today, delivery, countries, place);
    const order = await createOrder(trx, userId, form, {
      ...{ ...seen, ...delivered, ...arrival, area, currency, state, now },
      ...{ vatKind: treatment.kind, vatScheme: treatment.scheme },
    });
    if (order.alreadyPlaced) return order;
    if (refusal) throw refusal;
    if (!isPaid)
      await requireUnpaidRoom(trx, { userId, provider, lines: form.lines, ...seen }, { terms: unpaid, today });
    const priceOf = pricesAt(taxes, treatment, today);
    const { problems, lines, prices, changed } = await takeStock(trx, form.lines, { priceOf, now });
    const { discount, lines: priced } = await applyDiscount(trx, form, priceLines(form, prices), now);
    const terms = { delivery, discount };
    const { orderable, current, changed: outdated } = compareOrder(form, priced, { problems, prices, terms });
    if (problems.length > 0 || outdated.length > 0 || !haveSameSums(seen, current))
      throw new CartOutdatedError(problems, { seen, current, ...terms, treatment, lines: outdated });
    const discounts = withDiscounts(orderable, discount);
    const placed = { ...order, userId, currency, ...current };
    const dues = { unpaidDays: unpaid.days, invoices, today, timeZone: seller.timeZone, now };
    const [events] = await pipeline(
      trx,
      (db) => (isPaid ? insertManualPayment(db, placed, now) : awaitPayment(db, placed, { provider, ...dues })),
      (db) => insertLines(db, order.id, withDiscountCents(lines, discounts)),
      (db) => saveVat(db, placed),
      // A provider's order is new once it is paid.
      async (db: Database) => {
        if (isPaid || provider === manualProvider) await queueOrderNotice(db, notices.orders, order.orderNumber, now);
      },
    );
    if (changed.length > 0) await bumpCatalogVersion(trx, changed);
    if (discount) await claimDiscount(trx, discount.code, { orderId: order.id, userId, now });
    if (form.platformCheckout !== undefined) {
      await claimPlatformCheckout(trx, form.platformCheckout, { orderId: order.id, lines: form.lines, now });
      if (isPaid || provider === manualProvider) await tellPlatform(trx, order.id, { events: [], now });
    }
    if (await isUnchecked(trx, form.vatNumber, now)) await queueVatCheck(trx, order.orderNumber, now);
    if (taxes.issuesInvoices || invoices)
      await issueDocuments(trx, { ...seller, taxes, invoiceTerms: invoices }, order.id, events, now);
    await announceOrder(trx, order.orderNumber, isPaid ? ["placed", "paid"] : ["placed"], now, wanted);
    return order;
  });
  if (!alreadyPlaced) orderPlaced.publish({ orderNumber });
  return orderNumber;
}

/** The shop where no invoice names it. */
const unnamedSeller: Omit<Issuer, "taxes"> = {
  timeZone: "UTC",
  shopName: "",
  seller: { address: "", organisationNumber: "", email: "", phone: "" },
};

/** VAT is a part of the total that the customer agreed to, so only the catalog knows it. */
async function saveVat(db: Database, { id, vatCents }: { id: number; vatCents: number }) {
  if (vatCents > 0) await updateVat(db, { id, vatCents });
}

const updateVat = prepared<{ id: number; vatCents: number }>()((db, value) =>
  db
    .updateTable("orders")
    .set({ vatCents: value("vatCents") })
    .where("id", "=", value("id")),
);

function withDiscountCents<Line>(lines: Line[], discounts: { discountCents: number }[]) {
  return lines.map((line, index) => ({ ...line, discountCents: discounts[index]?.discountCents ?? 0 }));
}

/** What the goods cost at the shop's own prices. */
function goodsOf({ lines }: OrderForm) {
  return lines.reduce((sum, line) => sum + catalogCents(line) * line.quantity, 0);
}

/** Adds what the code does to an order's lines. */
async function applyDiscount(
  db: Database,
  { discountCode }: OrderForm,
  lines: ReturnType<typeof priceLines>,
  now: Date,
): Promise<{ discount: DiscountTerms | undefined; lines: typeof lines }> {
  return discountCode ? readDiscountFor(db, discountCode, { lines, now }) : { discount: undefined, lines };
}
