import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { migrate, migrations } from "#database/migrate.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { updateCustomer } from "../accounts/customer-account.ts";
import { orderForm } from "../checkout/order-form.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { IdempotencyConflictError } from "../checkout/placed-order.ts";
import { validate } from "../forms/validate.ts";
import { readAdminOrder, toOrderJson } from "./views/admin.ts";
import { findOrders } from "./views/find-orders.ts";
import { readCustomersOrder, readOrders } from "./views/read-order.ts";
import { readParcels } from "./views/read-parcels.ts";
import { receiptDetails } from "./views/receipt.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

test.for([
  [" +47 912 34 567 ", "+47 912 34 567"],
  ["(020) 7946-0018", "(020) 7946-0018"],
  ["12345678", "12345678"],
  ["", undefined],
  ["  ", undefined],
])("the phone number %j of a checkout is kept as %j", ([phone, kept]) => {
  const { values } = validate(orderForm, { ...orderOf([["coffee", 1]]), phone });
  expect(values?.phone).toBe(kept);
});

test.for([["call me"], ["1234"], ["+1 2345 6789 0123 4567"], ["12345678\n2"], ["1-".repeat(20_000)], [5]])(
  "the phone number %j is refused",
  ([phone]) => {
    expect(validate(orderForm, { ...orderOf([["coffee", 1]]), phone }).errors).toHaveProperty("phone");
  },
);

forEachEngine((_, engine) => {
  test("an order keeps its recipient's name and phone number when the profile changes", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    await importRecords(db, [catalogRecord({ stock: 6 })]);
    const form = { ...orderOf([["coffee", 1]]), phone: "+47 912 34 567" };
    const number = await placeOrder(db, uid, form, shop.now());
    const address = { street: "Storgata 1", city: "Oslo", zipCode: "0155", country: "Norway" };
    await updateCustomer(db, uid, { ...address, firstname: "Grace", lastname: "Hopper" }, "keep");
    const second = await placeOrder(db, uid, orderOf([["coffee", 1]]), shop.now());

    expect(await readAdminOrder(db, number)).toMatchObject({ recipientName: "Ada Lovelace" });
    expect(await readParcels(db, [number, second], 2)).toMatchObject([
      { name: "Ada Lovelace", phone: "+47 912 34 567" },
      { name: "Grace Hopper", phone: null },
    ]);
    expect((await readOrders(db)).map(toOrderJson)).toMatchObject([
      { orderNumber: second, name: "Grace Hopper", phone: null },
      { orderNumber: number, name: "Ada Lovelace", phone: "+47 912 34 567" },
    ]);
    const find = async (text: string) =>
      (await findOrders(db, { text, sort: "newest", limit: 9 })).orders.map(({ orderNumber }) => orderNumber);
    expect(await find("lovelace")).toEqual([number]);
    expect(await find("hopper")).toEqual([second]);
    expect(await find("912 34 567")).toEqual([number]);
    expect(await find("ada@example.com"), "the customer's email").toEqual([second, number]);

    let csv = "";
    for await (const part of writeOrdersCsv(db, { sort: "oldest" }, "UTC")) csv += part;
    const [head, first, last] = csv.trim().split("\r\n");
    expect(head).toMatch(/,Shipping address,Items,Phone$/);
    expect(first).toMatch(/,Ada Lovelace,ada@example\.com,.*,'\+47 912 34 567$/);
    expect(last).toMatch(/,Grace Hopper,ada@example\.com,.*,$/);

    const receipt = await readCustomersOrder(db, uid, number);
    expect(receipt && receiptDetails(receipt, { timeZone: "UTC", locale: "en" })).toContainEqual([
      "Phone number",
      "+47 912 34 567",
    ]);
    expect(await placeOrder(db, uid, form, shop.now())).toBe(number);
    const changed = placeOrder(db, uid, { ...form, phone: "12345678" }, shop.now());
    await expect(changed).rejects.toThrow(IdempotencyConflictError);
  });

  test("orders from before names were kept get their customers' names", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const earlier = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "048"));
    await new Migrator({ db, provider: { getMigrations: async () => earlier } }).migrateToLatest();
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('ada', 'Ada', 'ada@example.com', ${engine === "postgres" ? true : 1}, '2026-11-01', '2026-11-01')`.execute(
      db,
    );
    await sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt")
      values ('ada', 'Ada', 'Lovelace', 'ada@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155', 'Norway', 0)`.execute(
      db,
    );
    await sql`insert into orders ("userId", "orderNumber", "idempotencyKey", "paymentMethod", "billingAddress", "createdAt", state)
      values ('ada', 'N234567892', 'key', 'visa', 'Storgata 1', 0, 'paid')`.execute(db);
    await migrate(connection);
    const names = db.selectFrom("orders").select(["recipientName", "recipientPhone"]);
    expect(await names.execute()).toEqual([{ recipientName: "Ada Lovelace", recipientPhone: null }]);
  });
});
