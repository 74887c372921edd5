import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { declareWithdrawal } from "#shop/orders/withdrawals/declare-withdrawal.ts";
import { catalogRecord, importRecords } from "../tests/support/catalogs.ts";
import { contactLetter } from "../tests/support/contact-letter.ts";
import { register } from "../tests/support/customers.ts";
import { forEnginesInTurns } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../tests/support/orders.ts";
import { runOnShop as run } from "../tests/support/run-on-shop.ts";

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

forEnginesInTurns((_, engine) => {
  test("orders lists the orders, newest first, for people and as JSON", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    await importRecords(shop.db, [catalogRecord(), catalogRecord({ id: "tea", title: "Tea", brand: undefined })]);
    expect(await run(shop, "orders")).toBe("No orders yet\n");
    expect(await run(shop, "orders", "--json")).toBe("[]\n");
    const first = await tryToOrder(shop.db, uid, orderOf([["coffee", 2]]));
    const second = await tryToOrder(
      shop.db,
      uid,
      orderOf([
        ["tea", 1],
        ["coffee", 1],
      ]),
    );
    expect(JSON.parse(await run(shop, "orders", "--json"))).toEqual([
      expect.objectContaining({ orderNumber: second, totalPrice: "19.00" }),
      {
        orderNumber: first,
        email: "ada@example.com",
        totalPrice: "19.00",
        currency: "USD",
        deliveryPrice: "0.00",
        deliveryName: null,
        discountPrice: "0.00",
        discountCode: null,
        paymentReference: null,
        pickupPlace: null,
        dueOn: null,
        amountDue: "0.00",
        customerNote: null,
        giftMessage: null,
        company: null,
        vatNumber: null,
        name: "Ada Lovelace",
        phone: null,
        country: null,
        zipCode: null,
        ...{ deliveryAddress: null, billingName: null, billingCountry: null, billingZipCode: null },
        vatPrice: "0.00",
        vatKind: null,
        state: "paid",
        paymentMethod: "visa",
        billingAddress: "Storgata 1, 0155 Oslo",
        cartItems: [
          {
            id: "coffee",
            title: "Filter Coffee",
            price: 9.5,
            thumbnail: "/pictures/coffee.svg",
            brand: "Bakklandet",
            quantity: 2,
          },
        ],
        createdAt: moment,
      },
    ]);
    const [heading, newest, oldest] = (await run(shop, "orders")).split("\n");
    expect(heading).toMatch(/^orderNumber +email +totalPrice/);
    expect(newest).toContain("1 × Tea, 1 × Filter Coffee");
    expect(oldest).toContain(String(first));
  });

  test("withdrawals lists statements with what became of them, and match gives one its order", async () => {
    const { shop } = await openTestShop(engine);
    expect(await run(shop, "withdrawals", "--state", "waiting")).toBe("No withdrawals to answer\n");
    const uid = await register(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = String(await tryToOrder(shop.db, uid, orderOf([["coffee", 1]])));
    const statement = {
      withdrawalId: randomUUID(),
      name: "Ada\u001b[31m",
      orderNumber: "none",
      email: "eve@example.com",
    };
    await declareWithdrawal(shop, { ...statement, items: "" }, { address: "192.0.2.1", isOwn: false });
    const id = statement.withdrawalId;
    expect(await run(shop, "withdrawals")).toMatch(
      new RegExp(`${id} +none \\(no order\\) +Ada \\[31m .* Waiting +The whole order`),
    );
    await expect(run(shop, "withdrawals", "match", id, "ABCDEFGHIJ")).rejects.toThrow("ABCDEFGHIJ");
    await expect(run(shop, "withdrawals", "match", id, number)).rejects.toThrow("Add --confirm");
    expect(await run(shop, "withdrawals", "match", id, number, "--confirm")).toBe(`Matched with order ${number}\n`);
    await expect(run(shop, "withdrawals", "match", id, number)).rejects.toThrow("has an order already");
    expect(JSON.parse(await run(shop, "withdrawals", "--json"))).toEqual([
      expect.objectContaining({
        id,
        orderNumber: number,
        typedOrderNumber: "none",
        matchedBy: "owner",
        matchedAt: moment,
        returnId: null,
      }),
    ]);
    await expect(run(shop, "withdrawals", "unmatch", "none", number)).rejects.toThrow("No withdrawal has this id");
    expect(await run(shop, "withdrawals", "unmatch", id, number)).toBe(`No longer matched with order ${number}\n`);
    await expect(run(shop, "withdrawals", "unmatch", id, number)).rejects.toThrow("isn't matched");
    expect(await run(shop, "withdrawals", "--state", "waiting")).toContain("none (no order)");
    await expect(run(shop, "withdrawals", "--state", "lost")).rejects.toThrow('Unknown state "lost"');
  });

  test("messages lists messages, newest first, without their control characters", async () => {
    const { shop } = await openTestShop(engine);
    expect(await run(shop, "messages")).toBe("No messages yet\n");
    const message = { ...contactLetter, message: "Red\u001b[31m\nand\tlong" };
    await saveContactMessage(shop.db, message, new Date("2026-11-20T12:00:00Z"));
    await saveContactMessage(shop.db, { ...message, subject: "Newer" }, new Date("2026-11-20T13:00:00Z"));
    expect(JSON.parse(await run(shop, "messages", "--json"))).toEqual([
      { ...message, subject: "Newer", submittedAt: "2026-11-20T13:00:00.000Z" },
      { ...message, submittedAt: "2026-11-20T12:00:00.000Z" },
    ]);
    const printed = await run(shop, "messages");
    expect(printed.trimEnd().split("\n")).toHaveLength(3);
    expect(printed).toContain("Red [31m and long");
  });

  // Security: 5.3.1
  test("--json prints texts in full, and only printable characters reach the terminal", async () => {
    const { shop } = await openTestShop(engine);
    const steering = "\u007f\u009b31m\u202eevil\u2066\u200f\u2028\u{e0041}\ufeff\r\n\u001b[2J 👩‍🚀 Ærlig";
    await saveContactMessage(shop.db, { ...contactLetter, firstName: steering, message: steering }, new Date());
    const printed = await run(shop, "messages", "--json");
    expect(printed).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    expect(printed).toContain("Ærlig");
    expect(JSON.parse(printed)).toEqual([expect.objectContaining({ firstName: steering, message: steering })]);
  });

  test("customers lists customers, newest first, and marks disabled ones", async () => {
    const { shop } = await openTestShop(engine);
    expect(await run(shop, "customers")).toBe("No customers yet\n");
    const uid = await register(shop);
    await register({ ...shop, now: () => new Date(Date.now() + 60_000) }, { email: "bob@example.com" });
    await run(shop, "disable", "bob@example.com");
    expect(JSON.parse(await run(shop, "customers", "--json"))).toEqual([
      expect.objectContaining({ email: "bob@example.com", disabled: true }),
      {
        uid,
        firstname: "Ada",
        lastname: "Lovelace",
        email: "ada@example.com",
        dateOfBirth: "1990-12-10",
        street: "Storgata 1",
        city: "Oslo",
        zipCode: "0155",
        country: "Norway",
        profilePicture: null,
        emailVerified: false,
        disabled: false,
        createdAt: moment,
      },
    ]);
    const [heading, bob, ada] = (await run(shop, "customers")).split("\n");
    expect(heading).toMatch(/^name +email +city +verified +disabled +since$/);
    expect(bob).toMatch(/^Ada Lovelace +bob@example.com +Oslo +no +yes +\d{4}-\d\d-\d\d$/);
    expect(ada).toMatch(/^Ada Lovelace +ada@example.com +Oslo +no +no /);
  });
});
