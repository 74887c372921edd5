import type { Database } from "#database/connect.ts";
import { readCustomersJson } from "../accounts/customer-json.ts";
import { readProductJson } from "../catalog/products/product-json.ts";

/** What a message says of a product or a customer, as it is now; undefined if there is nothing to say any more. */
export async function readData(
  db: Database,
  { type, subject }: { type: string; subject: string },
): Promise<object | undefined> {
  if (type === "customer.created") return (await readCustomersJson(db, [subject]))[0];
  return (await readProductJson(db, subject)) ?? { id: subject, status: "removed" };
}
