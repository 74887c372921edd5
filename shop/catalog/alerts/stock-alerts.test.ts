import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readUnsentMails } from "../../mail/unsent-mails.ts";
import { writeMail } from "../../mail/write-mail.ts";
import type { Shop } from "../../shop.ts";
import { archiveProduct, unarchiveProduct } from "../products/archive-product.ts";
import {
  confirmStockAlert,
  dropStockAlert,
  queueStockAlerts,
  removeOldStockAlerts,
  requestStockAlert,
} from "./stock-alerts.ts";

const soldOut = catalogRecord({ stock: 0, availabilityStatus: "Out of Stock" });
const request = { productId: "coffee", email: "Ada@example.com" };
const stranger = { address: "203.0.113.7", verifiedEmail: undefined };
/** Later than the requests, which use the shop's own clock. */
const now = new Date(Date.now() + 24 * 60 * 60 * 1000);
const month = 31 * 24 * 60 * 60 * 1000;

forEachEngine((_openDatabase, engine) => {
  async function openSoldOut() {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [soldOut]);
    return shop;
  }

  /** The queued mails, oldest first. */
  async function mailsOf(shop: Shop) {
    const mails = (await readUnsentMails(shop.db)).toReversed();
    return Promise.all(mails.map((mail) => writeMail(shop, mail)));
  }

  async function alertOf({ db }: Shop) {
    return db.selectFrom("stockAlerts").selectAll().executeTakeFirstOrThrow();
  }

  test("an address confirms its alert first, and gets one mail when the product is back, even from two processes", async () => {
    const shop = await openSoldOut();
    expect(await requestStockAlert(shop, request, stranger)).toBe("mailed");
    const { id } = await alertOf(shop);
    const [confirmation] = await mailsOf(shop);
    expect(confirmation).toMatchObject({ to: "ada@example.com", subject: "Confirm your alert for Filter Coffee" });
    expect(confirmation?.link).toMatch(new RegExp(`/back-in-stock\\?confirm=${id}$`));
    expect(confirmation?.text).toMatch(
      /email you when Filter Coffee is back in stock at Torg\. Open this link and press the button to confirm/,
    );
    expect(confirmation?.html).toContain("Notify me when it&#x27;s back</a>");
    expect(confirmation?.text).toContain(`/back-in-stock?leave=${id}`);
    await importRecords(shop.db, [catalogRecord({ stock: 5 })]);
    expect(await queueStockAlerts(shop.db, now), "it isn't confirmed").toBe(0);
    await importRecords(shop.db, [soldOut]);
    expect(await confirmStockAlert(shop.db, id, now)).toMatchObject({ product: { title: "Filter Coffee" } });
    expect(await queueStockAlerts(shop.db, now), "it is sold out").toBe(0);
    await importRecords(shop.db, [catalogRecord({ stock: 5, availabilityStatus: "Out of Stock" })]);
    expect(await queueStockAlerts(shop.db, now), "the shop says that it is sold out").toBe(0);
    await importRecords(shop.db, [catalogRecord({ stock: 5, thumbnail: "/pictures/coffee.jpg" })]);
    const counts = await Promise.all([queueStockAlerts(shop.db, now), queueStockAlerts(shop.db, now)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    const [, mail] = await mailsOf(shop);
    expect(mail?.subject).toMatch(/^Filter Coffee is back in stock at /);
    expect(mail?.text).toMatch(/You asked us to let you know: Filter Coffee is back in stock/);
    expect(mail?.text).toContain("Filter Coffee\n  $9.50\n");
    expect(mail?.html).toContain("pictures/");
    for (const { unsubscribeLink, html } of [confirmation, mail].map((written) => ({ ...written }))) {
      expect(unsubscribeLink).toMatch(new RegExp(`/back-in-stock\\?leave=${id}$`));
      expect(html).toMatch(new RegExp(`<a href="${unsubscribeLink?.replace("?", "\\?")}"[^>]*>Unsubscribe</a>`));
    }
    expect(mail?.link).toMatch(/\/products\/coffee$/);
    expect(mail?.text).toContain(`/back-in-stock?leave=${id}`);
    expect(await queueStockAlerts(shop.db, now)).toBe(0);
  });

  test("a customer's own verified address needs no mail, and can ask again after it was notified", async () => {
    const shop = await openSoldOut();
    const ada = { ...stranger, verifiedEmail: "ada@example.com" };
    expect(await requestStockAlert(shop, request, ada)).toBe("confirmed");
    expect(await mailsOf(shop)).toEqual([]);
    await importRecords(shop.db, [catalogRecord()]);
    expect(await queueStockAlerts(shop.db, now)).toBe(1);
    await importRecords(shop.db, [soldOut]);
    expect(await requestStockAlert(shop, request, stranger)).toBe("mailed");
    expect(await alertOf(shop), "a stranger's request must be confirmed again").toMatchObject({
      confirmedAt: null,
      toldAt: null,
    });
    expect(await requestStockAlert(shop, request, ada)).toBe("confirmed");
    await importRecords(shop.db, [catalogRecord()]);
    expect(await queueStockAlerts(shop.db, now)).toBe(1);
  });

  test("no alert is taken for a product that is in stock, archived or unknown", async () => {
    const shop = await openSoldOut();
    expect(await requestStockAlert(shop, { ...request, productId: "nothing" }, stranger)).toBe("unknown");
    await archiveProduct(shop, "coffee", "command line");
    expect(await requestStockAlert(shop, request, stranger)).toBe("unknown");
    await unarchiveProduct(shop, "coffee", "command line");
    await importRecords(shop.db, [catalogRecord({ stock: 5 })]);
    for (const verifiedEmail of [undefined, "ada@example.com"])
      expect(await requestStockAlert(shop, request, { ...stranger, verifiedEmail })).toBe("available");
    expect(await shop.db.selectFrom("stockAlerts").select("id").execute()).toEqual([]);
    expect(await mailsOf(shop)).toEqual([]);
  });

  test("an archived product's alert isn't mailed or confirmed, and can be dropped; after its return it is mailed", async () => {
    const shop = await openSoldOut();
    for (const email of ["ada@example.com", "bob@example.com"])
      await requestStockAlert(shop, { ...request, email }, stranger);
    const alerts = await shop.db.selectFrom("stockAlerts").select("id").orderBy("email").execute();
    const [ada = "", bob = ""] = alerts.map(({ id }) => id);
    await archiveProduct(shop, "coffee", "command line");
    expect(await mailsOf(shop)).toEqual([undefined, undefined]);
    expect(await confirmStockAlert(shop.db, ada, now)).toMatchObject({ product: { isSold: false } });
    expect(await dropStockAlert(shop.db, bob)).toMatchObject({ product: { title: "Filter Coffee" } });
    await unarchiveProduct(shop, "coffee", "command line");
    expect(await shop.db.selectFrom("stockAlerts").select(["id", "confirmedAt"]).execute()).toEqual([
      { id: ada, confirmedAt: null },
    ]);
    expect((await mailsOf(shop)).map((mail) => mail?.to)).toEqual(["ada@example.com", undefined]);
  });

  test("after unsubscribing an alert is deleted, and its queued mail isn't sent", async () => {
    const shop = await openSoldOut();
    await requestStockAlert(shop, request, stranger);
    const { id } = await alertOf(shop);
    await confirmStockAlert(shop.db, id, now);
    await importRecords(shop.db, [catalogRecord()]);
    await queueStockAlerts(shop.db, now);
    expect(await dropStockAlert(shop.db, id)).toMatchObject({ email: "ada@example.com" });
    expect(await mailsOf(shop)).toEqual([undefined, undefined]);
    for (const unknown of [id, "", "\0", "x".repeat(10_000)]) {
      expect(await dropStockAlert(shop.db, unknown)).toBeUndefined();
      expect(await confirmStockAlert(shop.db, unknown, now)).toBeUndefined();
    }
  });

  test("requests for one address are limited, and unconfirmed alerts are deleted", async () => {
    const shop = await openSoldOut();
    for (let time = 0; time < 10; time++) await requestStockAlert(shop, request, stranger);
    await expect(requestStockAlert(shop, request, stranger)).rejects.toThrow("stockAlertByEmail");
    expect(await shop.db.selectFrom("stockAlerts").select("id").execute()).toHaveLength(1);
    await removeOldStockAlerts(shop.db, new Date(Date.now() + month));
    expect(await shop.db.selectFrom("stockAlerts").select("id").execute()).toEqual([]);
  });
});
