import { expect, test } from "vitest";
import { defaultFormats } from "#shop/values/locale.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";
import { readChanges } from "../../changes/change-log.ts";
import { FormRefusedError, RecordUnknownError } from "../../forms/form-errors.ts";
import { validate } from "../../forms/validate.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { editProduct } from "../products/change-product.ts";
import { readPriceHistories } from "./price-history.ts";
import { saleForm, toSale, typedSale } from "./sale-form.ts";
import { changeSale, endSale, readSale, runDueSales, scheduleSale } from "./sales.ts";

const actor = "olga@example.com";
const hour = 60 * 60_000;
const start = Date.UTC(2026, 10, 27);

test("a sale is typed in the shop's time zone, and its last day is in it", () => {
  const { values } = validate(saleForm(defaultFormats), {
    salePrice: "12,50",
    saleStarts: "2026-11-27 08:00",
    saleEnds: "2026-11-30",
  });
  const formats = { ...defaultFormats, timeZone: "Europe/Oslo" };
  const sale = {
    saleCents: 1250,
    saleStartsAt: Date.UTC(2026, 10, 27, 7),
    saleEndsAt: Date.UTC(2026, 10, 30, 23),
  };
  expect(values && toSale(values, formats)).toEqual(sale);
  const typed = typedSale(sale, formats);
  expect(typed).toEqual({ salePrice: "12.50", saleStarts: "2026-11-27 08:00", saleEnds: "2026-11-30" });
  expect(typedSale({ ...sale, saleEndsAt: start }, formats).saleEnds).toBe("2026-11-27 01:00");
  const { errors } = validate(saleForm(defaultFormats), { salePrice: "0", saleStarts: "soon", saleEnds: "2026-11-31" });
  expect(Object.keys(errors ?? {})).toEqual(["salePrice", "saleStarts", "saleEnds"]);
});

forEachEngine((_, engine) => {
  test("a sale starts and ends at its time, in lists, carts and history, whichever process runs it", async () => {
    const { shop, at, price } = await openSale(engine);
    await scheduleSale(shop, "coffee", { saleCents: 700, saleStartsAt: start, saleEndsAt: start + hour }, actor);
    expect(await runDueSales(at(start - 1))).toBe(start);
    expect(await price()).toEqual([950, undefined]);

    const uid = await registerVerified(shop);
    const outcomes = await Promise.all([1, 2, 3].map(() => runDueSales(at(start))));
    expect(outcomes).toEqual([start + hour, start + hour, start + hour]);
    expect(await price()).toEqual([700, 950]);
    expect((await readProductPage(shop.db, { page: 1, filters: ["under10", "onSale"] })).total).toBe(1);
    expect(
      await tryToOrder(shop.db, uid, orderOf([["coffee", 1]])),
      "a customer who saw the usual price is told",
    ).toMatchObject([{ kind: "price", priceCents: 700 }]);

    expect(await runDueSales(at(start + hour))).toBeUndefined();
    expect(await price()).toEqual([950, undefined]);
    expect(await readSale(shop.db, "coffee")).toBeUndefined();
    const history = (await readPriceHistories(shop.db, ["coffee"])).get("coffee");
    expect(history?.map(({ priceCents, compareAtCents }) => [priceCents, compareAtCents])).toEqual([
      [950, null],
      [700, 950],
      [950, null],
    ]);
    const changes = await readChanges(shop.db, { kind: "product", subject: "coffee", limit: 3 });
    expect(changes.map(({ actor }) => actor)).toEqual(["shop", "shop", actor]);
  });

  test("a sale that starts now, and one that is cancelled or is over before it could start", async () => {
    const { shop, at, price } = await openSale(engine);
    await scheduleSale(at(start), "coffee", { saleCents: 700, saleStartsAt: null, saleEndsAt: null }, actor);
    expect(await price()).toEqual([700, 950]);
    await expect(
      scheduleSale(at(start), "coffee", { saleCents: 500, saleStartsAt: null, saleEndsAt: null }, actor),
    ).rejects.toThrow("End the other sale first");
    await endSale(at(start + 1), "coffee", actor);
    expect(await price()).toEqual([950, undefined]);
    for (const end of [() => endSale(at(start + 2), "coffee", actor), () => runDueSales(at(start + 9 * hour))]) {
      await scheduleSale(
        at(start + 1),
        "coffee",
        { saleCents: 700, saleStartsAt: start + hour, saleEndsAt: start + 2 * hour },
        actor,
      );
      await end();
      expect(await price()).toEqual([950, undefined]);
      expect(await readSale(shop.db, "coffee")).toBeUndefined();
    }
    expect((await readPriceHistories(shop.db, ["coffee"])).get("coffee")).toHaveLength(3);
  });

  test("a running sale gets another price or end, and the usual price still returns", async () => {
    const { shop, at, price } = await openSale(engine);
    const sale = { saleCents: 700, saleStartsAt: null, saleEndsAt: start + hour };
    await scheduleSale(at(start), "coffee", sale, actor);
    await changeSale(at(start + 1), "coffee", { ...sale, saleCents: 800 }, actor);
    expect(await price(), "it was cheaper a moment ago, so there is no former price").toEqual([800, undefined]);
    await changeSale(at(start + 2), "coffee", { ...sale, saleCents: 600, saleEndsAt: start + 2 * hour }, actor);
    expect(await price()).toEqual([600, 700]);
    expect(await runDueSales(at(start + hour))).toBe(start + 2 * hour);
    const asHigh = changeSale(at(start + hour), "coffee", { ...sale, saleCents: 950 }, actor);
    await expect(asHigh, "it is compared with the usual price").rejects.toThrow("Use less than the price, 9.50");
    await changeSale(at(start + hour), "coffee", { ...sale, saleStartsAt: start + 3 * hour, saleEndsAt: null }, actor);
    expect(await price(), "a sale that is put off").toEqual([950, undefined]);
    await runDueSales(at(start + 3 * hour));
    expect(await price()).toEqual([700, undefined]);
    await endSale(at(start + 4 * hour), "coffee", actor);
    expect(await price()).toEqual([950, undefined]);
    await expect(changeSale(shop, "coffee", sale, actor)).rejects.toThrow("The sale has ended");
  });

  test("a price that was typed during a sale is the usual one after it, and an archived product's sale waits", async () => {
    const { shop, at, price } = await openSale(engine);
    const sale = { saleCents: 700, saleStartsAt: null, saleEndsAt: start + hour };
    await scheduleSale(at(start), "coffee", sale, actor);
    await editProduct(shop, "coffee", (now) => ({ original: now, submitted: { ...now, price: "6" } }), actor);
    await runDueSales(at(start + hour));
    expect((await price())[0]).toBe(600);
    await importRecords(shop.db, [catalogRecord()]);
    await scheduleSale(at(start), "coffee", sale, actor);
    await archiveProduct(shop, "coffee", actor);
    expect(await runDueSales(at(start + hour))).toBeUndefined();
    await expect(endSale(shop, "coffee", actor)).rejects.toThrow(RecordUnknownError);
  });

  test.each([
    [{ saleCents: 950 }, "Use less than the price, 9.50"],
    [{ saleStartsAt: start + hour }, "Choose a time after it starts"],
    [{ saleEndsAt: start - 1 }, "Choose a time after it starts"],
  ])("a sale with %j is refused", async (changes, message) => {
    const { at } = await openSale(engine);
    const sale = { saleCents: 700, saleStartsAt: null, saleEndsAt: start + hour, ...changes };
    const refused = scheduleSale(at(start), "coffee", sale, actor);
    await expect(refused).rejects.toThrow(FormRefusedError);
    await expect(refused).rejects.toThrow(message);
  });
});

async function openSale(engine: Parameters<typeof openTestShop>[0]) {
  const { shop: opened } = await openTestShop(engine);
  const at = (time: number) => ({ ...opened, now: () => new Date(time) });
  const shop = at(start - hour);
  await importRecords(shop.db, [catalogRecord({ discountPercentage: 0 })]);
  const price = async () => {
    const product = await readProduct(shop.db, "coffee");
    return [product?.priceCents, product?.formerCents];
  };
  return { shop, at, price };
}
