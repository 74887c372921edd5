import { listCustomers } from "#shop/accounts/customer-json.ts";
import { listMessages } from "../../cli/messages.ts";
import { listOrders } from "../../cli/orders.ts";
import type { RunningShop } from "../support/running-shop.ts";

const lists = { orders: listOrders, messages: listMessages, customers: listCustomers };

/** The row of an owner's list, as its JSON has it, that has the given value in a field. */
export async function ownerRow(shop: RunningShop, list: keyof typeof lists, field: string, is: unknown) {
  const { db } = await shop.inside();
  const rows: Record<string, unknown>[] = await lists[list](db);
  return rows.find((row) => row[field] === is);
}
