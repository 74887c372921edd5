import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { registerForVat } from "../../../tests/support/set-up-invoice.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import type { Shop } from "../../shop.ts";
import { correctAddress } from "../correct-order.ts";
import { sendOrder } from "../fulfil-order.ts";
import { loadOrder, versionOf } from "../load-order.ts";
import { refundOrder } from "../payment/refund.ts";
import { staff } from "../state/events.ts";
import { findNeighbors } from "./find-neighbors.ts";
import { countFoundOrders, findOrders, type OrderSearch } from "./find-orders.ts";
import { readItemPreviews } from "./item-previews.ts";
import { readParcels, readPickList } from "./read-parcels.ts";
import { readBestSellers, readSales } from "./read-sales.ts";
import { writeOrdersCsv } from "./write-orders-csv.ts";

const zone = { timeZone: "Europe/Oslo" };

/** A shop where Ada and Åse have ordered in turn, one order a minute around midnight in Oslo, as winter time begins. */
async function openWithOrders(engine: Engine, setUp?: (shop: Shop) => Promise<unknown>) {
  const { shop } = await openTestShop(engine);
  await setUp?.(shop);
  await importRecords(shop.db, [
    catalogRecord({ stock: 100 }),
    catalogRecord({ id: "tea", title: "=Tea", stock: 100 }),
  ]);
  const ada = await register(shop);
  const ase = await register(shop, { firstname: "Åse", lastname: "O'Dea", email: "ase@example.com" });
  const midnight = Date.parse("2026-10-25T22:00:00Z") + 3_600_000;
  const numbers: string[] = [];
  for (let minute = -2; minute < 3; minute++) {
    const form = orderOf(minute % 2 ? [["tea", 1]] : [["coffee", 2]]);
    const placedAt = new Date(midnight + minute * 60_000);
    numbers.push(await placeOrder(shop.db, minute % 2 ? ase : ada, form, placedAt));
  }
  const find = async (search: Partial<OrderSearch>) => {
    const { orders } = await findOrders(shop.db, { sort: "newest", limit: 10, ...search });
    return orders.map(({ orderNumber }) => numbers.indexOf(orderNumber));
  };
  return { shop, numbers, find, midnight };
}

/** Later orders on PostgreSQL, with none of the first one's words. */
async function copyFirstOrder({ db }: Shop, count: number) {
  const others = sql`jsonb_build_object('id', 1000 + n, 'orderNumber', 'N' || n, 'idempotencyKey', 'K' || n, 'createdAt', "createdAt" + 1000000 + n,
    'recipientKey', '', 'addressKey', '', 'itemsKey', '', 'paymentReference', 'reference' || n)`;
  await sql`insert into orders select (jsonb_populate_record(original, ${others})).*
    from orders as original, generate_series(1, cast(${count} as integer)) as n where id = (select min(id) from orders)`.execute(
    db,
  );
}

function countedUpTo(count: number, engine: Engine) {
  if (engine === "postgres") return sql`generate_series(1, cast(${count} as integer)) as counted(n)`;
  return sql`(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count}) select n from counted)`;
}

async function moveTo(shop: Shop, orderNumber: string, billingAddress: string) {
  const version = versionOf(await loadOrder(shop.db, orderNumber));
  await correctAddress(shop, orderNumber, { actor: staff("owner"), version, billingAddress });
}

forEachEngine((_, engine) => {
  describe("an owner finds orders", () => {
    test("by number or a part of it, by name, by the beginning of an email, by address, by state and by time", async () => {
      const { shop, numbers, find, midnight } = await openWithOrders(engine);
      await sendOrder(shop, numbers[2] ?? "", { actor: staff("owner"), carrier: null, tracking: null });
      expect(await find({})).toEqual([4, 3, 2, 1, 0]);
      expect(await find({ text: numbers[3]?.toLowerCase() })).toEqual([3]);
      expect(await find({ text: "ada" })).toEqual([4, 2, 0]);
      expect(await find({ text: "  åse o'd " })).toEqual([3, 1]);
      expect(await find({ text: "lov ada@ex" })).toEqual([4, 2, 0]);
      expect(await find({ text: "da@example" })).toEqual([]);
      expect(await find({ text: "ASE@example.com" })).toEqual([3, 1]);
      expect(await find({ text: "%" })).toEqual([]);
      expect(await find({ text: "%".repeat(60_000) })).toEqual([]);
      expect(await find({ text: "Lovelace, Ada" })).toEqual([4, 2, 0]);
      expect(await find({ text: numbers[3]?.slice(3, 9).toLowerCase() })).toEqual([3]);
      const billingAddress = "Øvre Slottsgate 12, 5003 Bergen";
      for (const number of numbers.slice(0, 2)) await moveTo(shop, number, billingAddress);
      expect(await find({ text: "øvre slottsgate 12" })).toEqual([1, 0]);
      expect(await find({ text: "5003 ada" }), "an address and a name").toEqual([0]);
      expect(await find({ state: "sent" })).toEqual([2]);
      const neighbors = (order: number) =>
        findNeighbors(shop.db, numbers[order] ?? "", { state: "paid", sort: "newest" });
      expect(await neighbors(4)).toEqual({ previous: undefined, next: numbers[3] });
      expect(await neighbors(2), "one that left the list keeps its place").toEqual({
        previous: numbers[3],
        next: numbers[1],
      });
      expect(await find({ from: midnight })).toEqual([4, 3, 2]);
      expect(await find({ until: midnight, sort: "oldest" })).toEqual([0, 1]);
    });

    test("whatever the accents and apostrophes of names, addresses and emails", async () => {
      const { shop } = await openTestShop(engine);
      await importRecords(shop.db, [catalogRecord({ stock: 100 })]);
      const order = async (firstname: string, lastname: string, email: string, billingAddress = "Storgata 1") => {
        const customer = await register(shop, { firstname, lastname, email });
        return placeOrder(shop.db, customer, { ...orderOf([["coffee", 1]]), billingAddress }, shop.now());
      };
      const obrien = await order("Siobhán", "O’Brien", "o'brien@example.com", "Hauptstraße 5, 10115 Berlin");
      const odegard = await order("İnci", "Odegard", "odegard@example.com", "Kadıköy, IŞIK");
      const montgomery = await order("Åse", "Montgomery", "ase@example.com");
      for (const [text, number] of [
        ["OBrien", obrien],
        ["O'Brien siobhan", obrien],
        ["O`BRIEN", obrien],
        ["obrien@", obrien],
        ["HAUPTSTRASSE", obrien],
        ["hauptstraße 5", obrien],
        ["Ødegård", odegard],
        ["inci", odegard],
        ["kadikoy ışık", odegard],
        ["montgomery", montgomery],
      ] as const) {
        const { orders } = await findOrders(shop.db, { text, sort: "newest", limit: 10 });
        expect(
          orders.map(({ orderNumber }) => orderNumber),
          text,
        ).toEqual([number]);
      }
      await moveTo(shop, odegard, "L’Allée 7");
      const found = async (text: string) =>
        (await findOrders(shop.db, { text, sort: "newest", limit: 10 })).orders.length;
      expect([await found("lallee"), await found("kadikoy")]).toEqual([1, 0]);
    });

    test("by two letters, whatever follows them", async () => {
      const { shop, numbers, find } = await openWithOrders(engine);
      for (const [order, address] of ["Axqon 1", "Road Xq, 0155 Oslo", "Xqλμ 3", "Xλq 4"].entries())
        await moveTo(shop, numbers[order] ?? "", address);
      const last = shop.db.updateTable("orders").set({ paymentReference: "RFXQ" });
      await last.where("orderNumber", "=", numbers[4] ?? "").execute();
      expect(await find({ text: "xq" })).toEqual([4, 2, 1, 0]);
      expect(await find({ text: "Xq road" })).toEqual([1]);
      expect(await find({ text: "λq" })).toEqual([3]);
      expect(await find({ text: "xq", sort: "oldest", limit: 2 })).toEqual([0, 1]);
      if (engine === "sqlite") return;
      // PostgreSQL looks for older ones in another way.
      await copyFirstOrder(shop, 10_001);
      expect(await find({ text: "xq" })).toEqual([4, 2, 1, 0]);
      expect(await find({ text: "xq", limit: 2 })).toEqual([4, 2]);
      expect(await find({ text: "xq ada@ex" })).toEqual([4, 2, 0]);
      expect(await find({ text: "λq" })).toEqual([3]);
      expect(await find({ text: "reference", sort: "oldest", limit: 1 })).toHaveLength(1);
      expect(await countFoundOrders(shop.db, { text: "xq" })).toBe(4);
    });

    test("by the number of its invoice or credit note", async () => {
      const { shop, numbers, find } = await openWithOrders(engine, registerForVat);
      await refundOrder(shop, numbers[3] ?? "", { actor: staff("owner"), reason: "Too bitter" });
      expect(await find({ text: " 2026-0002 " })).toEqual([1]);
      expect(await find({ text: "2026-0002", state: "sent" })).toEqual([]);
      expect(await find({ text: "c2026-0001" })).toEqual([3]);
      expect(await countFoundOrders(shop.db, { text: "C2026-0001" })).toBe(1);
      expect(await find({ text: "2026-9999" })).toEqual([]);
    });

    test("by a parcel's tracking number or its beginning, whatever its spaces and capitals", async () => {
      const { shop, numbers, find } = await openWithOrders(engine);
      for (const [order, tracking] of [
        [0, "3707 2610 0000 01"],
        [1, "37072610000002"],
        [2, "JD 0146 abc"],
      ] as const)
        await sendOrder(shop, numbers[order] ?? "", { actor: staff("owner"), carrier: "DHL", tracking });
      expect(await find({ text: "37072610000001" })).toEqual([0]);
      expect(await find({ text: " 3707 26100000 " })).toEqual([1, 0]);
      expect(await find({ text: "370726", sort: "oldest", limit: 1 })).toEqual([0]);
      expect(await find({ text: "370726", state: "paid" })).toEqual([]);
      expect(await countFoundOrders(shop.db, { text: "370726", state: "sent" })).toBe(2);
      expect(await find({ text: "jd0146A" })).toEqual([2]);
      expect(await find({ text: "0146abc" }), "not from its middle").toEqual([]);
      await moveTo(shop, numbers[3] ?? "", "Road 1, 3707 Skien");
      expect(await find({ text: "3707" }), "a postcode").toEqual([3]);
      // So many that orders are looked through by time.
      const others = sql`insert into "orderEvents" ("orderId", position, step, "createdAt", "actorType", "actorId", tracking)
        select (select max(id) from orders), 100 + n, 'sent', 1, 'system', 'shop', '3707 26' || n from ${countedUpTo(20_000, engine)}`;
      await others.execute(shop.db);
      expect(await find({ text: "37072 6" })).toEqual([4, 1, 0]);
      expect(await find({ text: "370726", limit: 1 })).toEqual([4]);
    });

    test("by the ids, SKUs and titles of their products, as they were ordered", async () => {
      const { shop } = await openTestShop(engine);
      const { db } = shop;
      await importRecords(db, [
        catalogRecord({ id: "SKÅL-9", title: "L’Été Crème", sku: "AB-77", stock: 9 }),
        catalogRecord({ id: "tea", title: "Green Tea", stock: 9 }),
      ]);
      const ada = await register(shop);
      const order = (lines: [string, number][]) => placeOrder(db, ada, orderOf(lines), shop.now());
      const both = await order([
        ["SKÅL-9", 1],
        ["tea", 2],
      ]);
      const tea = await order([["tea", 1]]);
      await importRecords(db, [catalogRecord({ id: "tea", title: "Black Tea", stock: 9 })]);
      const renamed = await order([["tea", 1]]);
      for (const [text, numbers] of [
        ["lete creme", [both]],
        ["skal-9", [both]],
        ["Ab-77", [both]],
        ["green", [tea, both]],
        ["black", [renamed]],
        ["lovelace tea", [renamed, tea, both]],
        ["green été", [both]],
        ["coffee", []],
        ["%", []],
      ] as const) {
        const { orders } = await findOrders(db, { text, sort: "newest", limit: 10 });
        expect(orders.map(({ orderNumber }) => orderNumber).toSorted(), text).toEqual(numbers.toSorted());
      }
    });

    test("a page at a time, in both directions, without losing or repeating one that was placed in the same moment", async () => {
      const { shop } = await openWithOrders(engine);
      await shop.db.updateTable("orders").set({ createdAt: 1 }).execute();
      for (const sort of ["newest", "oldest"] as const) {
        const seen: number[] = [];
        let after: OrderSearch["after"];
        do {
          const { orders, next } = await findOrders(shop.db, { sort, after, limit: 2 });
          seen.push(...orders.map(({ id }) => id));
          after = next;
        } while (after);
        expect(seen).toEqual(seen.toSorted((a, b) => (sort === "newest" ? b - a : a - b)));
        expect(new Set(seen).size).toBe(5);
      }
    });
  });

  test("a list shows an order's first three items and counts all", async () => {
    const { shop } = await openTestShop(engine);
    const ids = ["rye", "jam", "tea", "oil"];
    await importRecords(
      shop.db,
      ids.map((id) => catalogRecord({ id, title: id, stock: 9 })),
    );
    const ada = await register(shop);
    await placeOrder(shop.db, ada, orderOf(ids.map((id) => [id, 2])), new Date());
    await placeOrder(shop.db, ada, orderOf([["jam", 1]]), new Date());
    const { orders } = await findOrders(shop.db, { sort: "oldest", limit: 10 });
    const previews = await readItemPreviews(
      shop.db,
      orders.map(({ id }) => id),
    );
    const shown = orders.map(({ id }) => previews.get(id));
    expect(shown.map((items) => items?.pieces)).toEqual([8, 1]);
    expect(shown.map((items) => items?.first.map(({ title }) => title))).toEqual([["rye", "jam", "tea"], ["jam"]]);
  });

  test("a CSV has each order with its delivery, what was paid back, address and items, and no formula", async () => {
    const { shop, numbers } = await openWithOrders(engine);
    const renamed = shop.db.updateTable("orders").set({ recipientName: `=cmd|"calc" O'Dea` });
    await renamed.where("recipientName", "=", "Åse O'Dea").execute();
    await refundOrder(shop, numbers[0] ?? "", { actor: staff("owner"), amountCents: 250, reason: "A dent" });
    const second = shop.db.updateTable("orders").where("orderNumber", "=", numbers[1] ?? "");
    const barter = { subtotalCents: 460, deliveryCents: 490, paymentMethod: "barter", billingAddress: "=Storgata 1" };
    await second.set(barter).execute();
    const { id } = await shop.db
      .selectFrom("orders")
      .select("id")
      .where("deliveryCents", "=", 490)
      .executeTakeFirstOrThrow();
    const line = await shop.db.selectFrom("orderLines").selectAll().where("orderId", "=", id).executeTakeFirstOrThrow();
    const more = { ...line, productId: "coffee", title: "Filter Coffee", quantity: 3, position: 1 };
    await shop.db.insertInto("orderLines").values(more).execute();
    const third = shop.db.updateTable("orders").where("orderNumber", "=", numbers[2] ?? "");
    await third.set({ isPickup: 1 }).execute();
    let csv = "";
    for await (const part of writeOrdersCsv(shop.db, { sort: "oldest" }, zone.timeZone)) csv += part;
    const rows = csv.trim().split("\r\n");
    expect(rows).toHaveLength(6);
    expect(rows[1]).toBe(
      `${numbers[0]},2026-10-25 23:58,Paid,Ada Lovelace,ada@example.com,Visa,19.00,0.00,19.00,2.50,USD,"Storgata 1, 0155 Oslo",2 × Filter Coffee`,
    );
    expect(rows[2]).toBe(
      `${numbers[1]},2026-10-25 23:59,Paid,"'=cmd|""calc"" O'Dea",ase@example.com,barter,4.60,4.90,9.50,0.00,USD,'=Storgata 1,1 × =Tea; 3 × Filter Coffee`,
    );
    const reading = new AbortController();
    const broken = writeOrdersCsv(shop.db, { sort: "oldest" }, zone.timeZone, { signal: reading.signal });
    expect((await broken.next()).value).toContain("Order number");
    reading.abort();
    expect((await broken.next()).done, "nobody reads it any more").toBe(true);
    expect(rows[3], "an order to collect has no shipping address").toMatch(/USD,,2 × Filter Coffee$/);
  });

  test("a CSV has discounts and their codes once an order has one", async () => {
    const { shop, numbers } = await openWithOrders(engine);
    const second = shop.db.updateTable("orders").where("orderNumber", "=", numbers[1] ?? "");
    await second.set({ discountCode: "=SPRING", discountCents: 95, totalCents: 855 }).execute();
    let csv = "";
    for await (const part of writeOrdersCsv(shop.db, { sort: "oldest" }, zone.timeZone)) csv += part;
    const rows = csv.trim().split("\r\n");
    expect(rows[0]).toMatch(/Currency,Discount,Discount code,Shipping address,Items$/);
    expect(rows[1]).toMatch(/USD,0\.00,,"Storgata 1/);
    expect(rows[2]).toMatch(/USD,0\.95,'=SPRING,"Storgata 1/);
  });

  test("money is counted by days where the shop is, without what was cancelled, paid back or not paid yet", async () => {
    const { shop, numbers, midnight } = await openWithOrders(engine);
    await refundOrder(shop, numbers[4] ?? "", { actor: staff("owner"), amountCents: 900, reason: "A dent" });
    for (const [index, state] of [
      [2, "cancelled"],
      [3, "awaiting-payment"],
    ] as const) {
      const order = shop.db.updateTable("orders").where("orderNumber", "=", numbers[index] ?? "");
      await order.set({ state }).execute();
    }
    expect(await readSales(shop.db, { last: "2026-10-26", count: 3, ...zone })).toEqual([
      { day: "2026-10-24", orders: 0, cents: 0 },
      { day: "2026-10-25", orders: 2, cents: 1900 + 950 },
      { day: "2026-10-26", orders: 1, cents: 1900 - 900 },
    ]);
    expect(await readBestSellers(shop.db, midnight - 60_000, 5)).toEqual([
      { productId: "coffee", title: "Filter Coffee", thumbnail: "/pictures/coffee.svg", options: null, pieces: 2 },
      { productId: "tea", title: "=Tea", thumbnail: "/pictures/coffee.svg", options: null, pieces: 1 },
    ]);
  });

  test("what is paid and not sent is picked and packed", async () => {
    const { shop, numbers } = await openWithOrders(engine);
    await sendOrder(shop, numbers[0] ?? "", { actor: staff("owner"), carrier: null, tracking: null });
    expect(await readPickList(shop.db)).toEqual([
      { productId: "tea", title: "=Tea", options: null, sku: null, pieces: 2, orders: 2 },
      { productId: "coffee", title: "Filter Coffee", options: null, sku: null, pieces: 4, orders: 2 },
    ]);
    await shop.db.updateTable("orderLines").set({ title: "Éclat" }).where("productId", "=", "coffee").execute();
    await shop.db.updateTable("orderLines").set({ title: "Wildflower" }).where("productId", "=", "tea").execute();
    expect((await readPickList(shop.db)).map(({ title }) => title)).toEqual(["Éclat", "Wildflower"]);
    await shop.db.updateTable("orderLines").set({ title: "Filter Coffee" }).where("productId", "=", "coffee").execute();
    const parcels = await readParcels(shop.db, [], 10);
    expect(parcels.map(({ orderNumber }) => orderNumber)).toEqual(numbers.slice(1));
    expect(await readParcels(shop.db, [numbers[0] ?? ""], 10)).toMatchObject([
      { name: "Ada Lovelace", lines: [{ productId: "coffee", title: "Filter Coffee", quantity: 2 }] },
    ]);
  });
});
