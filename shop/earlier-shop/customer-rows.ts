import type { TableRow } from "../files/read-table.ts";
import { normalizeEmail, parseEmail } from "../values/email-address.ts";
import { type Cells, countryIn, momentIn, textIn, twoDaysIn } from "./cells.ts";

/** What is kept of a customer of the earlier shop. `database/schema.ts` says what each means. */
export interface EarlierCustomer {
  email: string;
  firstname: string;
  lastname: string;
  street: string;
  city: string;
  zipCode: string;
  country: string;
  phone: string;
  acceptsMarketing: 0 | 1 | null;
  marketingSince: number | null;
  createdAt: number | null;
}

/** A customer of a row, and why they come without one of their days. */
interface ReadCustomer {
  customer: EarlierCustomer;
  twoDays: string | undefined;
}

/** Why a row is left out. */
export interface LeftOut {
  line: number;
  reason: string;
}

/** The columns of Shopify's export, old and new, of WooCommerce's report, and of exports of its users. */
const columns = {
  email: ["email", "user_email", "billing_email"],
  name: ["name", "display_name"],
  firstname: ["first name", "first_name", "billing_first_name", "shipping_first_name"],
  lastname: ["last name", "last_name", "billing_last_name", "shipping_last_name"],
  street: ["default address address1", "address1", "billing_address_1", "shipping_address_1"],
  second: ["default address address2", "address2", "billing_address_2", "shipping_address_2"],
  city: ["default address city", "city", "billing_city", "shipping_city"],
  province: ["default address province code", "province code", "billing_state", "shipping_state", "region"],
  zipCode: ["default address zip", "zip", "billing_postcode", "shipping_postcode", "postal code"],
  country: [
    ...["default address country code", "country code", "billing_country", "shipping_country"],
    ...["country / region", "country/region", "country"],
  ],
  phone: ["phone", "default address phone", "billing_phone", "shipping_phone"],
  marketing: ["accepts email marketing", "accepts marketing"],
  marketingSince: ["accepts email marketing updated at", "accepts marketing updated at"],
  createdAt: ["sign up", "date registered", "date_registered", "user_registered", "created_at"],
};

/** Reads a customer of a row, or why there is none. */
export function readCustomerRow({ line, cells, problem }: TableRow, timeZone: string): ReadCustomer | LeftOut {
  if (problem) return { line, reason: "more cells than columns" };
  const typed = textIn(cells, columns.email, 400);
  if (typed === "") return { line, reason: "no email" };
  if (parseEmail(typed) === undefined) return { line, reason: "invalid email" };
  const country = countryIn(cells, columns.country);
  const customer: EarlierCustomer = {
    email: normalizeEmail(typed),
    ...namesIn(cells),
    street: joined([textIn(cells, columns.street), textIn(cells, columns.second)]),
    // Norway's cities are known by their zip codes.
    city: joined([textIn(cells, columns.city), country === "Norway" ? "" : textIn(cells, columns.province)]),
    zipCode: textIn(cells, columns.zipCode, 20),
    country,
    phone: textIn(cells, columns.phone, 40),
    acceptsMarketing: answerIn(cells),
    marketingSince: momentIn(cells, columns.marketingSince, timeZone) ?? null,
    createdAt: momentIn(cells, columns.createdAt, timeZone) ?? null,
  };
  return { customer, twoDays: twoDaysIn(cells, columns.createdAt) ?? twoDaysIn(cells, columns.marketingSince) };
}

/** A full name's last word is the last name. */
function namesIn(cells: Cells) {
  const names = { firstname: textIn(cells, columns.firstname), lastname: textIn(cells, columns.lastname) };
  if (names.firstname || names.lastname) return names;
  const words = textIn(cells, columns.name).split(" ");
  const lastname = words.length > 1 ? (words.at(-1) ?? "") : "";
  return { firstname: words.slice(0, Math.max(1, words.length - 1)).join(" "), lastname };
}

function answerIn(cells: Cells) {
  const answer = textIn(cells, columns.marketing, 20).toLowerCase();
  if (/^(yes|true|1|subscribed)$/.test(answer)) return 1;
  return /^(no|false|0|unsubscribed|not_subscribed)$/.test(answer) ? 0 : null;
}

function joined(parts: string[]) {
  return parts.filter(Boolean).join(", ");
}
