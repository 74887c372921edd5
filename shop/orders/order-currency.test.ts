import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { settingsKey } from "../changes/read-currency.ts";
import { CurrencyChangedError, placeOrder } from "../checkout/place-order.ts";
import { CurrencyLockedError, readSettings, saveSettings } from "../settings/settings.ts";
import { describeRefund, refundOrder } from "./payment/refund.ts";
import { staff } from "./state/events.ts";
import { sumRows } from "./sums.ts";
import { readCustomersOrder } from "./views/read-order.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

forEachEngine((_, engine) => {
  async function openShopIn(currency: string) {
    const { shop, readMails } = await openTestShop(engine);
    const save = async (currency: string) => {
      const original = await readSettings(shop.db);
      await saveSettings(shop, { ...original, currency }, { original, actor: "olga@example.com" });
      await shop.refreshSettings();
    };
    await save(currency);
    await importRecords(shop.db, [catalogRecord()]);
    return { shop, readMails, save, uid: await registerVerified(shop) };
  }

  test("receipt, mail, refund and CSV of an order are in the shop's currency", async () => {
    const { shop, readMails, uid } = await openShopIn("NOK");
    const number = await placeOrder(shop.db, uid, { ...orderOf([["coffee", 2]]), currency: "NOK" }, shop.now());
    const receipt = await readCustomersOrder(shop.db, uid, number);
    expect(receipt && sumRows(receipt, "en").at(-1)).toEqual(["Total", "kr\u00a019.00"]);
    const input = { amountCents: 500, reason: "A dent", actor: staff("olga@example.com") };
    expect(describeRefund(number, await refundOrder(shop, number, input), "en")).toContain(
      "kr\u00a05.00 marked as refunded",
    );
    let csv = "";
    for await (const part of writeOrdersCsv(shop.db, { sort: "newest" }, "Europe/Oslo")) csv += part;
    expect(csv).toContain("19.00,5.00,NOK");
    await sendDueMails(shop);
    const texts = (await readMails()).map(({ text }) => text).join("\n");
    expect(texts).toContain("Total: kr\u00a019.00");
    expect(texts).toContain("kr\u00a05.00");
    expect(texts).not.toContain("$");
  });

  test("nothing is ordered in another currency than the customer saw", async () => {
    const { shop, uid } = await openShopIn("EUR");
    const seen = { ...orderOf([["coffee", 2]]), currency: "USD" };
    await expect(placeOrder(shop.db, uid, seen, shop.now())).rejects.toThrow(CurrencyChangedError);
    expect(await shop.db.selectFrom("orders").select("id").execute()).toEqual([]);
  });

  test("a currency that was withdrawn can't be chosen, and a shop that has it keeps it", async () => {
    const { shop, save } = await openShopIn("EUR");
    await expect(save("HRK")).rejects.toThrow("HRK is no longer in use");
    const value = JSON.stringify({ ...(await readSettings(shop.db)), currency: "HRK" });
    await shop.db.updateTable("settings").set({ value }).where("key", "=", settingsKey).execute();
    await setSettings(shop, { shopName: "Split" });
    expect(shop.settings).toMatchObject({ shopName: "Split", currency: "HRK" });
  });

  test("the currency can change until the first order", async () => {
    const { shop, save, uid } = await openShopIn("EUR");
    await save("SEK");
    await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now());
    await expect(save("EUR")).rejects.toThrow(CurrencyLockedError);
    await expect(save("")).rejects.toThrow(CurrencyLockedError);
    expect(shop.settings.currency).toBe("SEK");
  });
});
