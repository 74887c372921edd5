import type { Database } from "#database/connect.ts";
import { keptPlace, placeAddress } from "../../delivery/pickup-place.ts";
import { type CsvSeparator, csvLines } from "../../files/write-csv.ts";
import { orderVat } from "../../taxes/order-vat.ts";
import { type BasisPoints, formatRate } from "../../taxes/vat.ts";
import { vatKindName } from "../../taxes/vat-kind.ts";
import { formatTimestamp } from "../../values/days.ts";
import { defaultFormats, defaultLocale, type Locale, type Regional } from "../../values/locale.ts";
import { fullTitle } from "../../values/product-options.ts";
import { typedAmount } from "../../values/typed-numbers.ts";
import { extraCsvNames } from "../extra-fields.ts";
import { paymentMethodLabel } from "../payment-label.ts";
import { orderStateName } from "../state/state-machine.ts";
import type { OrderSums } from "../sums.ts";
import { type FoundOrder, findOrders, type OrderSearch } from "./find-orders.ts";
import { withLines } from "./read-order.ts";

const ordersAtATime = 500;
const amounts = { Subtotal: "subtotalCents", Shipping: "deliveryCents", Total: "totalCents" } satisfies Record<
  string,
  keyof OrderSums
>;
const columns = [
  ...["Order number", "Placed", "State", "Name", "Email", "Payment method"],
  ...Object.keys(amounts),
  ...["Refunded", "Currency"],
];
/** After all others, once the shop has had an order with a code. */
const discountColumns = ["Discount", "Discount code"];
/** Likewise, once the shop has had an order with a choice of delivery options. */
const deliveryColumns = ["Delivery"];
/** For carriers. They come after the amounts, so that earlier columns stay where they were. */
const parcelColumns = ["Shipping address", "Items"];
/** At the end, once the shop has had an order with one. */
const typedColumns = {
  zipCode: "Zip code",
  country: "Country",
  ...extraCsvNames,
  deliveryAddress: "Billing address",
  billingZipCode: "Billing zip code",
  billingCountry: "Billing country",
  billingName: "Billing name",
} as const;

/** After all others, once the shop has had an order with other VAT than its own. */
const vatKindColumns = ["VAT kind"];
/** After those, once the shop has had an order whose invoice came before its payment. */
const invoiceColumns = ["Payment reference", "Due date", "Amount due"];
/** Last, once the shop has had an order that is collected at a place. */
const placeColumns = ["Pickup place", "Pickup address"];

type TypedColumn = keyof typeof typedColumns;
const typedNames = Object.keys(typedColumns) as TypedColumn[];

/**
 * The orders that an owner looks for as CSV for their bookkeeper, a few hundred at a time: a row for each, with amounts in units of its currency and
 * the minute at which it was placed, where the shop is. Nothing in it is a formula for a spreadsheet.
 *
 * @param style.signal aborted when nobody reads the file any more
 */
export async function* writeOrdersCsv(
  db: Database,
  search: Omit<OrderSearch, "limit" | "after">,
  timeZone: string,
  { separator, locale = defaultLocale, signal }: CsvStyle & { signal?: AbortSignal } = {},
) {
  const filled = await readFilled(db);
  const [hasDiscounts, hasDelivery, hasVatKinds] = [filled.discountCode, filled.deliveryName, filled.vatKind];
  const [hasInvoices, hasPlaces] = [filled.paymentReference, filled.pickup];
  const typed = typedNames.filter((column) => filled[column]);
  const rates = await readRates(db);
  const allColumns = [
    ...columns,
    ...(hasDiscounts ? discountColumns : []),
    ...(hasDelivery ? deliveryColumns : []),
    ...rates.map((rate) => vatColumn(rate, locale)),
    ...parcelColumns,
    ...typed.map((column) => typedColumns[column]),
    ...(hasVatKinds ? vatKindColumns : []),
    ...(hasInvoices ? invoiceColumns : []),
    ...(hasPlaces ? placeColumns : []),
  ];
  // Spreadsheets know by this mark that it is UTF-8.
  yield `\u{feff}${toCsv([allColumns], separator)}`;
  let after: OrderSearch["after"];
  do {
    if (signal?.aborted) return;
    const { orders, next } = await findOrders(db, { ...search, after, limit: ordersAtATime });
    const found = await withLines(db, orders);
    const rows = found.map(({ order }) => {
      const vat = vatOf(order);
      return [
        ...toRow(order, { timeZone, locale }),
        ...(hasDiscounts
          ? [typedAmount(order.discountCents, { currency: order.currency, locale }), order.discountCode ?? ""]
          : []),
        ...(hasDelivery ? [order.deliveryName ?? ""] : []),
        ...rates.map((rate) => typedAmount(vat.get(rate) ?? 0, { currency: order.currency, locale })),
        order.isPickup ? "" : (order.deliveryAddress ?? order.billingAddress),
        order.lines.map((line) => `${line.quantity} × ${fullTitle(line)}`).join("; "),
        ...typed.map((column) => typedIn(order, column)),
        ...(hasVatKinds ? [vatKindName(order.vatKind)] : []),
        ...(hasInvoices ? invoiceCells(order, locale) : []),
        ...(hasPlaces ? placeCells(order) : []),
      ];
    });
    if (rows.length > 0) yield toCsv(rows, separator);
    after = next;
  } while (after);
}

function placeCells(order: OrderWithLines) {
  const place = keptPlace(order);
  return place ? [place.name, placeAddress(place).join(", ")] : ["", ""];
}

function invoiceCells({ paymentReference, dueOn, dueCents, currency }: OrderWithLines, locale: Locale) {
  return [
    paymentReference ?? "",
    dueOn ?? "",
    paymentReference === null ? "" : typedAmount(dueCents, { currency, locale }),
  ];
}

interface CsvStyle {
  separator?: CsvSeparator;
  /** Decides the decimal mark of amounts. */
  locale?: Locale;
}

/** The billing address is there already where the parcel goes to it. */
function typedIn(order: OrderWithLines, column: TypedColumn) {
  if (column !== "deliveryAddress") return order[column] ?? "";
  return order.deliveryAddress === null ? "" : order.billingAddress;
}

/** "VAT 25%" */
function vatColumn(rate: BasisPoints, locale: Locale) {
  return `VAT ${formatRate(rate, { ...defaultFormats, locale })}`;
}

/** The VAT rates that orders have had, the highest first. */
async function readRates(db: Database) {
  const rows = await db
    .selectFrom("orderLines")
    .select("vatBasisPoints")
    .distinct()
    .where("vatBasisPoints", "is not", null)
    .execute();
  return rows.flatMap(({ vatBasisPoints }) => vatBasisPoints ?? []).sort((one, other) => other - one);
}

type OrderWithLines = Awaited<ReturnType<typeof withLines<FoundOrder>>>[number]["order"];

/** An order's VAT in cents, by rate. */
function vatOf(order: OrderWithLines) {
  return new Map(orderVat(order.lines, order).map(({ basisPoints, vatCents }) => [basisPoints, vatCents]));
}

/** Which columns any order has. All orders are read for it: once, as most shops have no order with some of them. */
async function readFilled(db: Database) {
  const columns = [
    ...(["discountCode", "deliveryName", "vatKind", "paymentReference", "pickup"] as const),
    ...typedNames,
  ];
  const counts = await db
    .selectFrom("orders")
    .select(({ fn }) => columns.map((column) => fn.count<number>(column).as(column)))
    .executeTakeFirstOrThrow();
  return Object.fromEntries(columns.map((column) => [column, Number(counts[column]) > 0])) as Record<
    (typeof columns)[number],
    boolean
  >;
}

function toRow(order: OrderWithLines, { timeZone, locale }: Regional) {
  const { orderNumber, createdAt, recipientName, email, paymentMethod } = order;
  return [
    orderNumber,
    formatTimestamp(createdAt, timeZone),
    orderStateName(order),
    recipientName,
    email,
    paymentMethodLabel(paymentMethod),
    ...Object.values(amounts).map((column) => typedAmount(order[column], { currency: order.currency, locale })),
    typedAmount(order.refundedCents, { currency: order.currency, locale }),
    order.currency,
  ];
}

function toCsv(rows: string[][], separator?: CsvSeparator) {
  // A single line feed isn't the delimiter, but spreadsheets take it for one.
  return csvLines(rows, separator, { escape_formulas: true, quoted_match: /[\r\n]/ });
}
