import { expect, test, vi } from "vitest";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "../tests/support/catalogs.ts";
import { register } from "../tests/support/customers.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { orderOf } from "../tests/support/orders.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";
import { markPaidByStripe } from "../tests/support/stripe-shop.ts";

/** Orders two pieces of coffee for $19.00. @param provider who takes the payment; without one it is paid */
async function orderCoffee({ db }: Shop, userId: string, provider?: string) {
  return placeOrder(db, userId, orderOf([["coffee", 2]]), new Date(), provider);
}

/** A shop with 40 pieces of coffee and a customer. */
async function openShopWithCoffee(engine: "sqlite" | "postgres") {
  const { shop } = await openTestShop(engine);
  const userId = await register(shop);
  await importRecords(shop.db, [catalogRecord()]);
  return { shop, userId };
}

async function readOrderJson(shop: Shop, number: string) {
  return JSON.parse(await runOnShop(shop, "order", number, "--json"));
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

forEachEngine((_, engine) => {
  test("send, deliver, return and refund change an order, and order shows its timeline", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    const number = await orderCoffee(shop, userId);
    const sent = await runOnShop(shop, "send", number.toLowerCase(), "--carrier", "Bring", "--tracking", " 370 ");
    expect(sent).toBe(`Order ${number} marked as sent\n`);
    expect(await runOnShop(shop, "deliver", number)).toBe(`Order ${number} marked as delivered\n`);
    expect(await runOnShop(shop, "note", number, "Rang\u001b[2J the", "customer")).toBe(
      `Note added to order ${number}\n`,
    );
    expect(await runOnShop(shop, "refund", number, "$4.5", "--reason", "A dent")).toBe(
      `Order ${number}: $4.50 marked as refunded. No payment provider took this payment, so return the money yourself.\n`,
    );
    expect(await runOnShop(shop, "return", number)).toBe(`Order ${number} marked as returned\n`);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 40 });
    expect(await runOnShop(shop, "refund", number, "--reason", "Returned")).toContain("$14.50 marked as refunded");

    const nothing = { createdAt: moment, actor: "owner", note: null, amount: null, carrier: null, tracking: null };
    expect(await readOrderJson(shop, number)).toMatchObject({
      orderNumber: number,
      email: "ada@example.com",
      state: "refunded",
      totalPrice: "19.00",
      cartItems: [{ id: "coffee", quantity: 2, price: 9.5 }],
      createdAt: moment,
      events: [
        { ...nothing, step: "placed", actor: "customer" },
        { ...nothing, step: "paid", actor: "shop", amount: "19.00" },
        { ...nothing, step: "sent", carrier: "Bring", tracking: "370" },
        { ...nothing, step: "delivered" },
        { ...nothing, step: "noted", note: "Rang\u001b[2J the customer" },
        { ...nothing, step: "refundedInPart", note: "A dent", amount: "4.50" },
        { ...nothing, step: "returned" },
        { ...nothing, step: "refunded", note: "Returned", amount: "14.50" },
      ],
      waitingRefunds: [],
    });
    expect(Object.keys(await readOrderJson(shop, number)).toSorted(), "no column is published by accident").toEqual([
      ...[
        "amountDue",
        "billingAddress",
        "billingCountry",
        "billingName",
        "billingZipCode",
        "cartItems",
        "company",
        "country",
        "createdAt",
        "credited",
        "currency",
        "customerId",
        "customerNote",
        "deliveryAddress",
        "deliveryDays",
        "deliveryName",
        "deliveryPrice",
      ],
      ...["discountCode", "discountPrice", "dueOn", "email", "events"],
      ...[
        "failedRefunds",
        "giftMessage",
        "name",
        "netPrice",
        "orderNumber",
        "paymentMethod",
        "paymentReference",
        "phone",
        "pickupPlace",
        "refundable",
        "refunded",
        "refunds",
        "returns",
        "state",
        "totalPrice",
      ],
      ...["vatKind", "vatNumber", "vatPrice", "waitingRefunds", "zipCode"],
    ]);
    const printed = await runOnShop(shop, "order", number);
    expect(printed).toMatch(/^State +Refunded\nOrder number +[A-Z0-9]{10}\n/);
    expect(printed).toMatch(/^coffee +Filter Coffee +2 +\$9\.50 +\$19\.00$/m);
    expect(printed).toMatch(/^[-\d]+ [:\d]+ +Sent +owner +Bring +370$/m);
    expect(printed).toMatch(/ Note added +owner +Rang \[2J the customer$/m);
    expect(printed).toMatch(/ Partially refunded +owner +\$4\.50 +A dent$/m);
    expect(printed).not.toContain("Pending refunds");
  });

  test("orders --state lists only orders with that state", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    const [paid, sent] = [await orderCoffee(shop, userId), await orderCoffee(shop, userId)];
    await runOnShop(shop, "send", sent);
    const listed = async (...args: string[]) => JSON.parse(await runOnShop(shop, "orders", "--json", ...args));
    expect(await listed()).toMatchObject([
      { orderNumber: sent, state: "sent" },
      { orderNumber: paid, state: "paid" },
    ]);
    expect(await listed("--state", "sent")).toMatchObject([{ orderNumber: sent }]);
    expect(await runOnShop(shop, "orders", "--state=paid")).toMatch(
      new RegExp(`^orderNumber +email +totalPrice +state .*\n${paid} +ada@example.com +19.00 +paid .*\n$`),
    );
    expect(await runOnShop(shop, "orders", "--state", "awaiting-payment")).toBe(
      "No orders with state awaiting-payment\n",
    );
  });

  test("a refund stays pending until the provider settles it, and order shows the last error", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    const [bought, cancelled] = [
      await orderCoffee(shop, userId, "stripe"),
      await orderCoffee(shop, userId, "stripe"),
    ] as const;
    for (const orderNumber of [bought, cancelled]) await markPaidByStripe(shop, orderNumber);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await runOnShop(shop, "refund", bought, "1.25", "--reason", "A dent")).toBe(
      `Order ${bought}: Refund of $1.25 is pending at stripe\n`,
    );
    expect(await runOnShop(shop, "cancel", cancelled, "--note", "Out of beans")).toBe(
      `Order ${cancelled} cancelled. Refund of $19.00 is pending at stripe\n`,
    );
    expect(logged.mock.calls).toEqual(Array(2).fill(["Refund not completed yet: Payments with stripe aren't set up"]));
    logged.mockRestore();
    const printed = await runOnShop(shop, "order", bought);
    expect(printed).toMatch(/Pending refunds\n.*\n.* \$1\.25 +owner +1 +A dent +Payments with stripe aren't set up/);
    expect((await readOrderJson(shop, cancelled)).waitingRefunds).toEqual([
      {
        amount: "19.00",
        reason: "Out of beans",
        actor: "owner",
        createdAt: moment,
        attempts: 1,
        lastError: "Payments with stripe aren't set up",
      },
    ]);
  });

  test("a payment is recorded and taken back; cancelling an unpaid order restocks its items and refunds nothing", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    const byInvoice = await orderCoffee(shop, userId, "manual");
    expect(await runOnShop(shop, "pay", byInvoice)).toBe(`Order ${byInvoice} marked as paid\n`);
    expect(await runOnShop(shop, "undo-payment", byInvoice)).toBe(
      `Order ${byInvoice} is no longer marked as paid. The customer wasn't emailed yet\n`,
    );
    await runOnShop(shop, "cancel", byInvoice);
    const number = await orderCoffee(shop, userId, "stripe");
    expect(await runOnShop(shop, "cancel", number)).toBe(`Order ${number} cancelled\n`);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 40 });
  });
});

test("an invalid transition or unknown number prints a one-line error", async () => {
  const { shop, userId } = await openShopWithCoffee("sqlite");
  const [paid, open] = [await orderCoffee(shop, userId), await orderCoffee(shop, userId, "stripe")];
  await shop.db.updateTable("payments").set({ externalId: "cs_1" }).execute();
  const { dataFolder: DATA_DIR } = shop.settings;
  const environment = { DATA_DIR, AUTH_SECRET: "x".repeat(32) };
  const refused: [args: string[], line: string][] = [
    [["deliver", paid], "This order is paid and can't be delivered"],
    [["undo-payment", paid], "Nobody marked this order as paid"],
    [["order", "NONE567890"], "Order NONE567890 not found"],
    [["refund", paid, "19.01", "--reason", "A dent"], `You can refund up to $19.00 of order ${paid}`],
    [["cancel", open], "Payments with stripe aren't set up"],
    [["stock", "coffee", "-41"], "Only 36 of coffee in stock"],
  ];
  for (const [args, line] of refused) {
    const told = { code: 1, stdout: "", stderr: `${line}\n` };
    expect(await tryShopCommand(environment, ...args), args.join(" ")).toMatchObject(told);
  }
}, 120_000);

const misused: [name: string, args: string[], message: string][] = [
  [
    "orders",
    ["--state", "lost"],
    'Unknown state "lost". Use awaiting-payment, paid, sent, delivered, cancelled, returned, refunded.',
  ],
  ["refund", ["A", "1.299", "--reason", "B"], '"1.299" isn\'t a valid amount. Enter an amount such as 12.50.'],
  ["refund", ["A", "0", "--reason", "B"], '"0" isn\'t a valid amount. Enter an amount such as 12.50.'],
  ["refund", ["A", "5", "--reason", " "], "refund expects --reason TEXT, which the customer sees"],
  ["refund", ["A", "5", "6", "--reason", "B"], "refund expects an order number and optionally an amount"],
  ["note", ["A", " "], "note expects an order number and a text"],
  ["send", [], "send expects one order number"],
  ["cancel", ["A", "B"], "cancel expects one order number"],
  ["order", ["A", "B"], "order expects one order number"],
];

test.each(misused)("%s of %j prints what it expects", async (name, args, message) => {
  const { shop } = await openTestShop("sqlite");
  await expect(runOnShop(shop, name, ...args)).rejects.toThrow(message);
});
