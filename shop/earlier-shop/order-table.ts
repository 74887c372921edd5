import { sql } from "kysely";
import { foldText } from "../text/fold-text.ts";
import type { Content, KeptTable } from "./kept-rows.ts";
import type { EarlierOrder } from "./order-rows.ts";

const columns = [
  ...["shop", "number", "email", "placedAt", "status", "currency", "subtotalCents", "discountCents", "deliveryCents"],
  ...["vatCents", "totalCents", "refundedCents", "name", "address", "phone", "lines", "searchKey"],
];

/** Orders of the earlier shop. Nothing in this shop depends on them, so a later file may change any. */
export const orderTable: KeptTable = {
  name: "pastOrders",
  keyColumn: "number",
  columns,
  onlyNew: [],
  merge: (_, given) => given,
  isTaken: sql`false`,
};

/** Characters of what is searched. */
const longestSearchKey = 20_000;

export function contentOfOrder({ lines, ...order }: EarlierOrder, shop: string): Content {
  const items = lines.map(({ title, sku }) => `${title} ${sku}`);
  const searched = [order.number, order.name, order.email, order.address, order.phone, ...items].join(" ");
  const searchKey = foldText(searched.slice(0, longestSearchKey)).toWellFormed();
  return { ...order, shop, lines: JSON.stringify(lines), searchKey };
}
