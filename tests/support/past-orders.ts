import { importPeople } from "#shop/earlier-shop/import-people.ts";
import { readImports, undoImport } from "#shop/earlier-shop/imports.ts";
import type { Shop } from "#shop/shop.ts";

/** Imports an order of the earlier shop. @returns its id */
export async function setUpPastOrder(shop: Shop, email: string) {
  const cells = {
    ...{ name: "#1001", email, "financial status": "paid", "created at": "2024-05-01 12:00:00 +0200", total: "69.00" },
    ...{ subtotal: "60.00", shipping: "9.00", currency: "USD", "refunded amount": "20.00", "lineitem sku": "lemons" },
    ...{
      "lineitem name": "Lemons",
      "lineitem quantity": "3",
      "lineitem price": "20.00",
      "shipping name": "Ada Lovelace",
    },
    ...{ "shipping address1": "Storgata 1", "shipping zip": "0155", "shipping city": "Oslo", "shipping country": "NO" },
  };
  const file = {
    ...{ shop: "Shopify" as const, kind: "orders" as const, encoding: undefined },
    async *rows() {
      yield { line: 2, cells };
    },
  };
  const by = { actor: "olga@example.com", name: "orders.csv" };
  await importPeople(shop.db, file, { timeZone: "Europe/Oslo", currency: "USD", now: shop.now(), by });
  const order = shop.db.selectFrom("pastOrders").select("id").where("email", "=", email);
  return (await order.executeTakeFirstOrThrow()).id;
}

export async function removePastOrders(shop: Shop) {
  for (const { id } of await readImports(shop.db)) await undoImport(shop, id, "olga@example.com");
}
