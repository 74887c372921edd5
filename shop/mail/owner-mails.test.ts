import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { contactLetter } from "../../tests/support/contact-letter.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { markPaidByStripe } from "../../tests/support/stripe-shop.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { saveContactMessage } from "../contact/contact-messages.ts";
import { readSentMails, resendMail } from "./sent-mails.ts";

const sellerEmail = "olga@torg.example";
const by = { actor: { type: "staff", id: "olga@example.com" } } as const;

forEachEngine((_, engine) => {
  async function open() {
    const { shop, readMails } = await openTestShop(engine, { shopUrl: "https://torg.example" });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
    /** Those to the owner. */
    const notices = async () => {
      await sendDueMails(shop);
      return (await readMails()).filter(({ to }) => to?.[0]?.address === sellerEmail);
    };
    return { shop, uid, notices };
  }

  test("an owner who wants to is emailed once about each new order, and not about refused ones", async () => {
    const { shop, uid, notices } = await open();
    const place = (provider?: string) => placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), provider);
    await setSettings(shop, { sellerEmail });
    await place();
    expect(await notices(), "it is off at first").toEqual([]);
    await setSettings(shop, { orderNotices: "on" });
    const form = orderOf([["coffee", 2]]);
    const number = String(await tryToOrder(shop.db, uid, form));
    await tryToOrder(shop.db, uid, form);
    await tryToOrder(shop.db, uid, orderOf([["coffee", 9]]));
    const [notice, ...others] = await notices();
    expect([notice?.subject, others]).toEqual([`New order ${number} for $19.00`, []]);
    expect(notice?.text).toContain("Filter Coffee\n  $9.50 × 2 = $19.00\n");
    expect(notice?.html).toContain(`href="https://torg.example/owner/orders/${number}"`);
    const [confirmation] = await readSentMails(shop.db, number);
    await resendMail(shop, number, { ...by, mailId: confirmation?.id });
    expect(await notices(), "a confirmation is resent").toHaveLength(1);
    await place("manual");
    expect(await notices(), "one is to be paid by invoice").toHaveLength(2);
    const unpaid = await place("stripe");
    expect(await notices(), "one isn't paid yet").toHaveLength(2);
    await markPaidByStripe(shop, unpaid);
    expect((await notices()).map(({ subject }) => subject?.includes(unpaid))).toEqual([false, false, true]);
  });

  test("an owner who wants to is emailed about each contact message, and can reply to it", async () => {
    const { shop, notices } = await open();
    await setSettings(shop, { sellerEmail, messageNotices: "on" });
    const letter = { ...contactLetter, subject: "Tea\r\nBcc: eve@example.com", message: "Is it <b>strong</b>?\nAda" };
    await saveContactMessage(shop.db, letter, shop.now(), shop.settings.notices.messages);
    await setSettings(shop, { messageNotices: "" });
    await saveContactMessage(shop.db, contactLetter, shop.now(), shop.settings.notices.messages);
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice?.subject).toBe("New message: Tea Bcc: eve@example.com");
    expect(notice?.replyTo).toEqual([{ name: "Ada Lovelace", address: "ada@example.com" }]);
    expect(notice?.text).toContain("Ada Lovelace (ada@example.com) wrote:\n\n“Is it <b>strong</b>?\nAda”\n");
    expect(notice?.html).toContain("Is it &lt;b&gt;strong&lt;/b&gt;?<br/>Ada");
    expect(notice?.html).toMatch(/href="https:\/\/torg\.example\/owner\/messages\/\d+"/);
  });
});
