import type { RunningShop } from "../support/running-shop.ts";
import { runShopCommand } from "../support/server-process.ts";

type Row = Record<string, unknown>;

/** What the shop holds, newest first, as its owner lists it. */
export async function ownerList({ environment }: RunningShop, list: "orders" | "messages" | "customers") {
  return JSON.parse(await runShopCommand(environment, list, "--json")) as Row[];
}

/** The row of an owner's list that has the given value in a field. */
export async function ownerRow(
  shop: RunningShop,
  list: "orders" | "messages" | "customers",
  field: string,
  is: unknown,
) {
  const rows = await ownerList(shop, list);
  return rows.find((row) => row[field] === is);
}
