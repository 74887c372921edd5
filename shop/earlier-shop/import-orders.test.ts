import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import type { Shop } from "../shop.ts";
import { recognizeExport } from "./export-file.ts";
import { importPeople } from "./import-people.ts";
import { readImports, undoImport } from "./imports.ts";
import { findPastOrders, readPastOrder } from "./past-orders.ts";

const timeZone = "Europe/Oslo";
const shopifyHead =
  "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount";
const first =
  "#1001,Ada@Example.com,paid,2024-05-01 12:00:00 +0200,fulfilled,2024-05-02 12:00:00 +0200,no,NOK,\"1,299.00\",49.00,269.60,1348.00,,0.00,Post,2024-05-01 11:59:00 +0200,2,Soft Tee - M / Blue,399.50,,TEE-M,true,true,fulfilled,Ada Lovelace,Storgata 1,Storgata 1,,,Oslo,'0155,,NO,,Ada Løvelace,Storgata 1,Storgata 1,,,Oslo,'0155,,NO,'+47 912 34 567,,,,Card,,100.00";
const firstMore = "#1001,Ada@Example.com,,,,,,,,,,,,,,,1,=Lamp,500.00,,,true,true,fulfilled,,,,,,,,,,,,,,,,,,,,,,,,,,";
const second =
  "#1002,,refunded,,,,no,NOK,10,0,0,10,,0,,2024-06-01 10:00:00 +0200,1,Mug,10,,MUG,true,true,,Walk In,,,,,,,,,,,,,,,,,,,,,,,,,";
const shopify = [shopifyHead, first, firstMore, second].join("\n");

async function load(shop: Shop, content: string, name = "orders.csv") {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  const file = await recognizeExport(path);
  if (!file) throw new Error("not recognized");
  const by = { actor: "owner@example.com", name };
  return importPeople(shop.db, file, { timeZone, currency: "NOK", now: shop.now(), by });
}

async function find(shop: Shop, search: { email?: string; text?: string } = {}) {
  const { orders } = await findPastOrders(shop.db, { limit: 10, ...search }, { timeZone, locale: "en" });
  return orders;
}

forEachEngine((_, engine) => {
  test("Shopify's orders come with their items, sums and address, and their items lead to the products they name", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [
      catalogRecord({ id: "soft-tee-m-blue", title: "Soft Tee", sku: "TEE-M" }),
      catalogRecord({ id: "lamp", title: "Lamp" }),
    ]);
    const report = await load(shop, shopify);
    expect(report).toMatchObject({ shop: "Shopify", kind: "orders", counts: { new: 2 }, leftOut: [] });
    const [newest, oldest] = await find(shop);
    expect(newest).toMatchObject({
      number: "#1002",
      email: "",
      status: "Refunded",
      total: "kr 10.00",
      name: "Walk In",
    });
    expect(oldest).toMatchObject({
      number: "#1001",
      email: "ada@example.com",
      date: "1 May 2024",
      total: "kr 1,348.00",
    });
    expect(await readPastOrder(shop.db, oldest?.id ?? "", { timeZone, locale: "en" })).toMatchObject({
      status: "Paid, fulfilled",
      name: "Ada Løvelace",
      address: "Storgata 1\n0155 Oslo\nNorway",
      phone: "+47 912 34 567",
      lines: [
        { title: "Soft Tee - M / Blue", quantity: 2, total: "kr 799.00", link: "/products/soft-tee-m-blue" },
        { title: "=Lamp", quantity: 1, price: "kr 500.00", link: "/products/lamp" },
      ],
      sums: [
        ["Subtotal", "kr 1,299.00"],
        ["Shipping", "kr 49.00"],
        ["Taxes", "kr 269.60"],
        ["Total", "kr 1,348.00"],
        ["Refunded", "−kr 100.00"],
      ],
    });
  });

  test("they are found by number, name, email, address and item, and by their customer's email alone", async () => {
    const { shop } = await openTestShop(engine);
    await load(shop, shopify);
    const numbers = async (search: Parameters<typeof find>[1]) =>
      (await find(shop, search)).map(({ number }) => number);
    expect(await numbers({ text: "#1001" })).toEqual(["#1001"]);
    expect(await numbers({ text: "lovelace storgata" })).toEqual(["#1001"]);
    expect(await numbers({ text: "ada@example" })).toEqual(["#1001"]);
    expect(await numbers({ text: "tee-m" })).toEqual(["#1001"]);
    expect(await numbers({ text: "mug" })).toEqual(["#1002"]);
    expect(await numbers({ email: "ada@example.com" })).toEqual(["#1001"]);
    expect(await numbers({ email: "eve@example.com" })).toEqual([]);
    const [, order] = await find(shop);
    const asked = { timeZone, locale: "en", email: "eve@example.com" };
    expect(await readPastOrder(shop.db, order?.id ?? "", asked), "another's order").toBeUndefined();
    expect(await readPastOrder(shop.db, order?.id ?? "", { ...asked, email: "ada@example.com" })).toBeDefined();
    expect(await readPastOrder(shop.db, "\0", asked)).toBeUndefined();
  });

  test("they don't count as this shop's orders, and come in pages", async () => {
    const { shop } = await openTestShop(engine);
    await load(shop, shopify);
    for (const table of ["orders", "orderLines", "payments", "documents", "sentMails"] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const one = await findPastOrders(shop.db, { limit: 1 }, { timeZone, locale: "en" });
    expect(one.orders.map(({ number }) => number)).toEqual(["#1002"]);
    const two = await findPastOrders(shop.db, { limit: 1, after: one.next }, { timeZone, locale: "en" });
    expect(two.orders.map(({ number }) => number)).toEqual(["#1001"]);
    expect(two.next).toBeUndefined();
  });

  test("the same file twice changes nothing, a later one brings what changed, and both can be undone", async () => {
    const { shop } = await openTestShop(engine);
    await load(shop, shopify);
    expect((await load(shop, shopify)).counts).toEqual({ new: 0, changed: 0, unchanged: 2, taken: 0 });
    const later = [shopifyHead, first.replace("paid,", "refunded,"), firstMore, first.replace("#1001", "#1003")];
    expect((await load(shop, later.join("\n"), "later.csv")).counts).toMatchObject({ new: 1, changed: 1 });
    const status = async () => (await find(shop, { text: "#1001" }))[0]?.status;
    expect(await status()).toBe("Refunded, fulfilled");
    const imports = await readImports(shop.db);
    const idOf = (name: string) => imports.find(({ file }) => file === name)?.id ?? "";
    expect(await undoImport(shop, idOf("later.csv"), "owner@example.com")).toBe(1);
    expect(await status()).toBe("Paid, fulfilled");
    expect(await undoImport(shop, idOf("orders.csv"), "owner@example.com")).toBe(2);
    expect([await find(shop), await readImports(shop.db)]).toEqual([[], []]);
  });

  test("WooCommerce's orders are read, a row for each order or each item", async () => {
    const { shop } = await openTestShop(engine);
    const advanced = [
      "Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Address 1&2 (Billing),City (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Order Subtotal Amount,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item Name,Quantity (- Refund),Item Cost",
      "501,Completed,2024-01-02 10:00,Kari,Ås,Nygata 3,Bergen,5003,NO,kari@example.com,30,5,0,35,7,A-1,Tea,2,10",
      ",,,,,,,,,,,,,,,A-2,Jam,1,10",
    ];
    await load(shop, advanced.join("\n"));
    const suite = [
      "order_id,order_number,date,status,shipping_total,tax_total,discount_total,order_total,refunded_total,order_currency,billing_first_name,billing_last_name,billing_email,billing_address_1,billing_city,billing_postcode,billing_country,line_items",
      "9,502,2024-02-02 10:00:00,wc-processing,0,0,5,15,0,EUR,Kari,Ås,KARI@example.com,Nygata 3,Bergen,5003,NO,id:1|name:Tea|sku:A-1|quantity:2|total:20.00;id:2|name:Bag|quantity:1|total:0",
    ];
    await load(shop, suite.join("\n"));
    const [newest, oldest] = await find(shop, { email: "kari@example.com" });
    expect(newest).toMatchObject({ number: "502", status: "Processing", total: "€15.00", shop: "WooCommerce" });
    expect(await readPastOrder(shop.db, newest?.id ?? "", { timeZone, locale: "en" })).toMatchObject({
      lines: [
        { title: "Tea", quantity: 2, price: "€10.00" },
        { title: "Bag", quantity: 1, price: "€0.00" },
      ],
    });
    expect(oldest).toMatchObject({ number: "501", total: "kr 35.00", date: "2 January 2024" });
    expect(await readPastOrder(shop.db, oldest?.id ?? "", { timeZone, locale: "en" })).toMatchObject({
      address: "Nygata 3\n5003 Bergen\nNorway",
      lines: [{ title: "Tea" }, { title: "Jam" }],
    });
  });

  test("rows that aren't orders are left out with a reason, and hostile cells are cut", async () => {
    const { shop } = await openTestShop(engine);
    const head = "Name,Email,Financial Status,Created at,Total,Lineitem name,Lineitem quantity";
    const rows = [
      "#1,a@example.com,paid,,10,Tea,1",
      "#2,a@example.com,paid,2024-01-01 10:00:00 +0000,ten,Tea,1",
      ",a@example.com,paid,2024-01-01 10:00:00 +0000,10,Tea,1",
      `#3,a@example.com,paid,2024-01-01 10:00:00 +0000,10,${"T".repeat(500_000)},1`,
      "#4,a@example.com,paid,2024-01-01 10:00:00 +0000,10,Tea,1",
      "#3,a@example.com,paid,2024-01-01 10:00:00 +0000,10,Tea,1",
      ...Array.from({ length: 1001 }, () => "#5,a@example.com,paid,2024-01-01 10:00:00 +0000,10,Tea,1"),
    ];
    const report = await load(shop, [head, ...rows].join("\n"));
    expect(report.leftOut).toEqual([
      { reason: "no date", count: 1, lines: [2] },
      { reason: "an amount that isn't a number", count: 1, lines: [3] },
      { reason: "twice in the file", count: 1, lines: [7] },
      { reason: "more than 1,000 items", count: 1, lines: [8] },
    ]);
    const orders = await find(shop);
    expect(orders.map(({ number }) => number).toSorted()).toEqual(["#3", "#4"]);
    const long = orders.find(({ number }) => number === "#3");
    expect((await readPastOrder(shop.db, long?.id ?? "", { timeZone, locale: "en" }))?.lines[0]?.title).toBe(
      "T".repeat(200),
    );
  });
});
