import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { requestReturn } from "#shop/orders/returns/request-return.ts";
import { staff } from "#shop/orders/state/events.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { runOnShop } from "../../tests/support/run-on-shop.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { openTestApi } from "../../tests/support/test-api.ts";

forEachEngine((_, engine) => {
  test("programs and the command line list return requests, and answer and receive them", async () => {
    const { shop, call } = await openTestApi(engine);
    await setSettings(shop, { customerReturns: "on" });
    await importRecords(shop.db, [catalogRecord()]);
    const uid = await registerVerified(shop);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 3]]), shop.now());
    await sendOrder(shop, number, { actor: staff("olga@example.com"), carrier: null, tracking: null });
    // Requests of the same millisecond are listed in any order.
    let time = shop.now().getTime();
    const ask = async (quantity: number) => {
      const returnId = randomUUID();
      const items = [{ productId: "coffee", quantity, reason: "damaged" }];
      const later = { ...shop, now: () => new Date(time++) };
      await requestReturn(later, { uid, orderNumber: number }, { returnId, comment: "", items });
      return returnId;
    };
    const [first, second, third] = [await ask(1), await ask(1), await ask(1)];
    const post = (id: string, step: string, body: unknown) =>
      call(`POST /orders/${number}/returns/${id}/${step}`, { body });
    const accepted = await post(first, "accept", { instructions: "Soon" });
    expect(accepted.json.returns[0]).toMatchObject({ id: first, state: "accepted", answer: "Soon" });
    expect((await post(first, "accept", {})).status).toBe(409);
    const items = [{ id: "coffee", quantity: 1, restock: true }];
    expect((await post(first, "receive", { items: [...items, ...items], reason: "Back" })).status).toBe(409);
    const received = await post(first, "receive", { items, reason: "Back" });
    expect(received.json).toMatchObject({ refunded: "9.50", returns: [{ state: "received" }, {}, {}] });
    expect((await post(second, "decline", { reason: "Worn" })).json.returns[1]).toMatchObject({ state: "declined" });
    expect((await post(randomUUID(), "decline", { reason: "Worn" })).status).toBe(409);

    const page = (await call("GET /returns?limit=2")).json;
    const rest = (await call(`GET /returns?limit=2&cursor=${page.nextCursor}`)).json;
    const listed = [...page.data, ...rest.data];
    expect(listed.map(({ id }) => id).toSorted()).toEqual([first, second, third].toSorted());
    expect((await call("GET /returns?state=requested")).json.data).toMatchObject([{ id: third, orderNumber: number }]);
    expect(JSON.parse(await runOnShop(shop, "returns", "--json"))).toEqual(listed);
    expect(await runOnShop(shop, "returns", "accept", third)).toBe(`Return of order ${number} accepted\n`);
    expect(await runOnShop(shop, "returns", "receive", third, "--no-restock")).toContain("$9.50 marked as refunded");
    expect(await runOnShop(shop, "returns", "--state", "accepted")).toContain("No return requests with state accepted");
  });
});
