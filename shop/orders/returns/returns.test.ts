import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { setUpDiscount } from "../../../tests/support/discounts.ts";
import { sendDueMails } from "../../../tests/support/due-jobs.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { setSettings } from "../../../tests/support/set-settings.ts";
import { registerForVat } from "../../../tests/support/set-up-invoice.ts";
import { auditShop } from "../../audit/audit-shop.ts";
import { readStock } from "../../catalog/lists/read-products.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readDocuments } from "../../documents/read-documents.ts";
import { OrderChangedError } from "../change-order.ts";
import { deliverOrder, returnOrder, sendOrder } from "../fulfil-order.ts";
import { loadOrder, versionOf } from "../load-order.ts";
import { refundOrder, returnItem, returnItems } from "../payment/refund.ts";
import { staff } from "../state/events.ts";
import { OrderUnknownError, ReturnRefusedError, ReturnRequestError } from "../state/order.ts";
import { acceptReturn, declineReturn } from "./answer-return.ts";
import { requestReturn, withdrawReturn } from "./request-return.ts";
import { checkLabel, ReturnLabelError, readLabel } from "./return-label.ts";

const actor = staff("olga@example.com");
const by = { actor, reason: "Your return" };
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");

forEachEngine((_, engine) => {
  test("a customer's return: asked twice at once, accepted in part with a label, received and refunded together", async () => {
    const { shop, uid, number, stock, readMails } = await openSeller(engine);
    const asked = { returnId: randomUUID(), comment: "Cold", items: [pieces("bread", 1), pieces("coffee", 2)] };
    const own = { uid, orderNumber: number };
    await expect(requestReturn(shop, own, asked)).rejects.toThrow("once the order has been sent");
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
    await Promise.all([requestReturn(shop, own, asked), requestReturn(shop, own, asked)]);
    await expect(
      requestReturn(shop, own, { ...asked, returnId: randomUUID(), items: [pieces("coffee", 2)] }),
    ).rejects.toThrow("You can return up to 1 of Coffee.");
    const { returns, ...order } = await loadOrder(shop.db, number);
    expect(returns).toMatchObject([{ state: "requested", comment: "Cold" }]);

    const items = [
      { productId: "bread", quantity: 1 },
      { productId: "coffee", quantity: 1 },
    ];
    const accepted = { actor, items, instructions: "Use the box", label: { name: "../å b.PDF", content: pdf } };
    const version = versionOf({ ...order });
    const twice = await Promise.allSettled(
      [1, 2].map(() => acceptReturn(shop, number, asked.returnId, { ...accepted, version })),
    );
    const refused = twice.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toEqual([expect.any(OrderChangedError)]);
    expect(await readLabel(shop, asked.returnId)).toMatchObject({ name: "å b.pdf", content: new Uint8Array(pdf) });
    await expect(withdrawReturn(shop, own, asked.returnId)).rejects.toThrow("already answered");

    const received = { ...by, returnId: asked.returnId };
    const back = items.map((item) => ({ ...item, isRestocked: item.productId === "coffee" }));
    await expect(
      returnItems(shop, number, { ...received, items: [{ productId: "coffee", quantity: 2, isRestocked: true }] }),
    ).rejects.toThrow("Only 1 of this item");
    const one = { productId: "coffee", quantity: 1, isRestocked: true };
    await expect(returnItems(shop, number, { ...received, items: [one, one] })).rejects.toThrow("Name each item once");
    const made = await returnItems(shop, number, { ...received, items: back });
    expect(made).toMatchObject({ amountCents: 2070 + 4500 });
    await expect(returnItems(shop, number, { ...received, items: back })).rejects.toThrow("is finished");
    expect(await stock()).toEqual([98, 99]);
    const documents = await readDocuments(shop.db, number);
    expect(
      documents.map(({ lines }) => lines.map(({ title, quantity, grossCents }) => [title, quantity, grossCents]))[1],
    ).toEqual([
      ["Bread", 1, 2070],
      ["Coffee", 1, 4500],
    ]);
    expect((await auditShop(shop.db)).differences).toEqual([]);

    await sendDueMails(shop);
    const mails = (await readMails()).map(({ subject, text, attachments }) => ({
      ...{ subject, text: text?.replaceAll(/\s+/g, " ") },
      files: attachments.map(({ filename }) => filename),
    }));
    const about = (words: string) => mails.filter(({ subject }) => subject?.includes(words));
    expect(about("Return request for order").length, "the owner's notice").toBe(1);
    expect(about("Your return request").length).toBe(1);
    expect(about("is accepted")).toEqual([
      {
        subject: expect.anything(),
        text: expect.stringContaining("We can't take back 1 × Coffee."),
        files: ["å b.pdf"],
      },
    ]);
    const [refund, ...others] = about("refund for");
    expect([others, about("We've received items")], "one mail says both").toEqual([[], []]);
    expect(refund?.text).toContain(`We've received 1 × Bread, 1 × Coffee, which you returned from order ${number}.`);
    expect(refund?.text).toContain("Bread $23.00 × 1 = $23.00 Coffee $50.00 × 1 = $50.00");
    expect(refund?.text).toContain("Discount: −$7.30 Refund: $65.70");
  });

  test("requests that may not be are refused with the reason, and nothing is lost", async () => {
    const { shop, uid, number } = await openSeller(engine);
    const own = { uid, orderNumber: number };
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
    const ask = (items: ReturnType<typeof pieces>[], at = shop) => {
      const returnId = randomUUID();
      return requestReturn(at, own, { returnId, comment: "", items }).then(() => returnId);
    };
    await expect(ask([])).rejects.toThrow("Choose at least one item");
    await expect(ask([pieces("tea", 1)])).rejects.toThrow("isn't part of the order");
    for (const quantity of [0, -1, 1.5, 4, Number.NaN])
      await expect(ask([pieces("coffee", quantity)])).rejects.toThrow(ReturnRequestError);
    await expect(
      requestReturn(shop, { uid, orderNumber: "ABCDEFGHIJ" }, { returnId: randomUUID(), comment: "", items: [] }),
    ).rejects.toThrow(OrderUnknownError);

    const withdrawn = await ask([pieces("coffee", 3)]);
    await withdrawReturn(shop, own, withdrawn);
    await withdrawReturn(shop, own, withdrawn);
    await expect(acceptReturn(shop, number, withdrawn, { actor, instructions: "" })).rejects.toThrow("was withdrawn");
    const raced = await ask([pieces("coffee", 3)]);
    await returnItem(shop, number, { ...by, productId: "coffee", quantity: 2, isRestocked: true, amountCents: 0 });
    await acceptReturn(shop, number, raced, { actor, instructions: "" });
    expect((await loadOrder(shop.db, number)).returns.at(-1)?.items).toMatchObject([{ quantity: 3, accepted: 1 }]);
    await declineReturn(shop, number, raced, { actor, reason: "It never came" });
    await expect(declineReturn(shop, number, raced, by)).rejects.toThrow(ReturnRefusedError);

    const open = await ask([pieces("coffee", 1)]);
    await deliverOrder(shop, number, { actor });
    const later = (days: number) => ({ ...shop, now: () => new Date(shop.now().getTime() + days * 86_400_000) });
    await expect(ask([pieces("bread", 1)], later(31))).rejects.toThrow("The return period for this order ended on");
    await ask([pieces("bread", 1)], later(30));
    await returnOrder(shop, number, { actor });
    await expect(ask([pieces("bread", 1)])).rejects.toThrow("have already been returned");
    await refundOrder(shop, number, by);
    await expect(ask([pieces("bread", 1)])).rejects.toThrow("has already been refunded");
    const { returns } = await loadOrder(shop.db, number);
    expect(returns.map(({ id, state }) => [id, state])).toContainEqual([open, "received"]);
    expect(returns.map(({ state }) => state).toSorted()).toEqual(["declined", "received", "received", "withdrawn"]);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });
});

test("only a PDF of at most 2 MB is a label, whatever it is called", () => {
  const tooLarge = Buffer.concat([pdf, Buffer.alloc(2 * 1024 * 1024), pdf]);
  const none = ["", "%PDF-1.7", "<html>%PDF-1.7 %%EOF", `%PDF-1.7\n%%EOF${" ".repeat(2000)}`];
  for (const content of [tooLarge, ...none.map((text) => Buffer.from(text))])
    expect(() => checkLabel({ name: "label.pdf", content })).toThrow(ReturnLabelError);
  expect(checkLabel({ name: '..\\..\\\u202Eevil"\n.exe', content: pdf }).name).toBe("evil__.exe.pdf");
  expect(checkLabel({ name: "a".repeat(500_000), content: pdf }).name).toBe(`${"a".repeat(100)}.pdf`);
});

function pieces(productId: string, quantity: number) {
  return { productId, quantity, reason: "changedMind" };
}

/** A shop that takes returns, and an order of a bread at 15 % and three coffees at 25 %, with a code for 10 % off. */
async function openSeller(engine: Engine) {
  const { shop, readMails } = await openTestShop(engine);
  await registerForVat(shop);
  await setSettings(shop, {
    ...{ customerReturns: "on", returnDays: "30", sellerEmail: "o@example.com", orderNotices: "on" },
  });
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", title: "Bread", price: 23, stock: 100, vatRate: "Food" }),
    catalogRecord({ id: "coffee", title: "Coffee", price: 50, stock: 100 }),
  ]);
  await setUpDiscount(shop, { code: "SPRING", value: "10" });
  const uid = await registerVerified(shop);
  const lines = orderOf([
    ["bread", 1, 2300],
    ["coffee", 3, 5000],
  ]);
  const form = { ...lines, discountCode: "SPRING", discountCents: 1730 };
  const number = await placeOrder(shop.db, uid, form, shop.now(), undefined, shop.settings);
  const stock = () => Promise.all(["coffee", "bread"].map((id) => readStock(shop.db, id)));
  return { shop, uid, number, stock, readMails };
}
