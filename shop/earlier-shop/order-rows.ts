import type { TableRow } from "../files/read-table.ts";
import { countryNamed } from "../values/countries.ts";
import type { Currency } from "../values/currencies.ts";
import { normalizeEmail, parseEmail } from "../values/email-address.ts";
import { cityLines, hasPostcodeFirst } from "../values/postal-address.ts";
import { type Cells, centsIn, countryIn, momentIn, textIn, whyNoMoment } from "./cells.ts";
import type { LeftOut } from "./customer-rows.ts";
import { lineInCells, linesInCell, type PastOrderLine } from "./order-lines.ts";

/** An order of the earlier shop, as a file has it. `database/schema.ts` says what each means. */
export interface EarlierOrder {
  number: string;
  email: string;
  placedAt: number;
  status: string;
  currency: Currency;
  subtotalCents: number | null;
  discountCents: number;
  deliveryCents: number;
  vatCents: number;
  totalCents: number;
  refundedCents: number;
  name: string;
  address: string;
  phone: string;
  lines: PastOrderLine[];
}

/** The columns of Shopify's export, of Advanced Order Export, and of WooCommerce's Customer/Order/Coupon Export. */
const columns = {
  email: ["email", "email (billing)", "billing_email", "customer_email"],
  placedAt: ["created at", "order date", "order_date", "date"],
  statuses: [["financial status", "order status", "order_status", "status"], ["fulfillment status"]],
  cancelledAt: ["cancelled at"],
  currency: ["currency", "order currency", "order_currency"],
  subtotal: ["subtotal", "order subtotal amount", "order_subtotal"],
  discount: ["discount amount", "cart discount amount", "discount_total"],
  delivery: ["shipping", "order shipping amount", "shipping_total"],
  vat: ["taxes", "order total tax amount", "tax_total"],
  total: ["total", "order total amount", "order_total"],
  refunded: ["refunded amount", "order refund amount", "refunded_total"],
  phone: ["shipping phone", "billing phone", "phone", "phone (billing)", "billing_phone", "shipping_phone"],
};
const numberColumns = ["order number", "order_number_formatted", "order_number", "name"];

/** The parts of an address, which is the parcel's, or else the bill's. */
const addressColumns = ["shipping", "billing"].map((kind) => ({
  firstname: [`first name (${kind})`, `${kind}_first_name`],
  lastname: [`last name (${kind})`, `${kind}_last_name`],
  name: [`${kind} name`],
  company: [`${kind} company`, `company (${kind})`, `${kind}_company`],
  street: [`${kind} address1`, `${kind} street`, `address 1&2 (${kind})`, `address 1 (${kind})`, `${kind}_address_1`],
  second: [`${kind} address2`, `address 2 (${kind})`, `${kind}_address_2`],
  zipCode: [`${kind} zip`, `postcode (${kind})`, `${kind}_postcode`],
  city: [`${kind} city`, `city (${kind})`, `${kind}_city`],
  province: [`${kind} province`, `state code (${kind})`, `state name (${kind})`, `${kind}_state`],
  country: [`${kind} country`, `country code (${kind})`, `country name (${kind})`, `${kind}_country`],
}));

/** An order with more is none. */
const mostLines = 1000;

interface Numbered extends EarlierOrder {
  /** The line of the file on which it begins. */
  line: number;
}

interface OrderOptions {
  timeZone: string;
  /** Of orders whose file doesn't say it. */
  currency: Currency;
}

/** Reads orders, each of which is one row, or one for each of its items. */
export async function* readOrderRows(
  rows: AsyncIterable<TableRow>,
  options: OrderOptions,
): AsyncGenerator<Numbered | LeftOut> {
  let open: Numbered | LeftOut | undefined;
  let number = "";
  for await (const row of rows) {
    const named = textIn(row.cells, numberColumns, 60);
    if (open && (named === "" || named === number)) {
      open = addLines(open, row);
      continue;
    }
    if (open) yield open;
    open = readOrder(row, named, options);
    number = named;
  }
  if (open) yield open;
}

function addLines(open: Numbered | LeftOut, { cells }: TableRow): Numbered | LeftOut {
  if ("reason" in open) return open;
  open.lines.push(...linesIn(cells, open.currency));
  return open.lines.length > mostLines ? { line: open.line, reason: "more than 1,000 items" } : open;
}

function readOrder({ line, cells, problem }: TableRow, number: string, options: OrderOptions): Numbered | LeftOut {
  if (problem) return { line, reason: "more cells than columns" };
  if (number === "") return { line, reason: "no order number" };
  const placedAt = momentIn(cells, columns.placedAt, options.timeZone);
  if (placedAt === undefined) return { line, reason: whyNoMoment(cells, columns.placedAt) };
  const named = textIn(cells, columns.currency, 10).toUpperCase();
  const currency = /^[A-Z]{3}$/.test(named) ? named : options.currency;
  const { totalCents, ...sums } = amountsIn(cells, currency);
  const { discountCents, deliveryCents, vatCents, refundedCents } = sums;
  const amounts = [totalCents, discountCents, deliveryCents, vatCents, refundedCents, sums.subtotalCents];
  if (amounts.includes(undefined)) return { line, reason: "an amount that isn't a number" };
  const typed = textIn(cells, columns.email, 400);
  return {
    ...{ line, number, placedAt, status: statusIn(cells), lines: linesIn(cells, currency), ...addressIn(cells) },
    email: parseEmail(typed) === undefined ? "" : normalizeEmail(typed),
    currency,
    ...(amountsIn(cells, currency) as Record<keyof ReturnType<typeof amountsIn>, number>),
    subtotalCents: textIn(cells, columns.subtotal) === "" ? null : (sums.subtotalCents ?? null),
    phone: textIn(cells, columns.phone, 40),
  };
}

function amountsIn(cells: Cells, currency: Currency) {
  return {
    subtotalCents: centsIn(cells, columns.subtotal, currency),
    discountCents: centsIn(cells, columns.discount, currency),
    deliveryCents: centsIn(cells, columns.delivery, currency),
    vatCents: centsIn(cells, columns.vat, currency),
    totalCents: centsIn(cells, columns.total, currency),
    refundedCents: centsIn(cells, columns.refunded, currency),
  };
}

function linesIn(cells: Cells, currency: Currency) {
  const line = lineInCells(cells, currency);
  return line ? [line] : linesInCell(cells, mostLines + 1, currency);
}

/** "Paid, fulfilled" */
function statusIn(cells: Cells) {
  const found = columns.statuses.map((names) => textIn(cells, names, 60).replace(/^wc-/, "").replaceAll(/[_-]/g, " "));
  if (textIn(cells, columns.cancelledAt) !== "") found.push("cancelled");
  const text = [...new Set(found.map((word) => word.toLowerCase()).filter(Boolean))].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function addressIn(cells: Cells) {
  const [parcel, bill] = addressColumns.map((names) => {
    const text = (part: keyof typeof names) => textIn(cells, names[part]);
    const name = text("name") || `${text("firstname")} ${text("lastname")}`.trim();
    const country = countryIn(cells, names.country);
    const code = countryNamed(country)?.code;
    // "Springfield, IL 62701", but "00100 Roma" above "RM".
    const city = hasPostcodeFirst(code) ? text("city") : [text("city"), text("province")].filter(Boolean).join(", ");
    const place = [...cityLines(city, text("zipCode"), code), hasPostcodeFirst(code) ? text("province") : "", country];
    const lines = [text("company"), text("street"), text("second"), ...place];
    return { name, address: [...new Set(lines)].filter(Boolean).join("\n") };
  });
  return { name: parcel?.name || bill?.name || "", address: parcel?.address || bill?.address || "" };
}
