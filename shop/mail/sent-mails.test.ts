import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { undoSent } from "../orders/correct-order.ts";
import { sendOrder } from "../orders/fulfil-order.ts";
import { staff } from "../orders/state/events.ts";
import { CorrectionRefusedError } from "../orders/state/order.ts";
import { replayEvents } from "../orders/state/state-machine.ts";
import { readAdminOrder } from "../orders/views/admin.ts";
import { withdrawalKey } from "../orders/withdrawals/withdrawal-key.ts";
import { readOrderMail } from "./order-mails.ts";
import { readSentMails, resendMail } from "./sent-mails.ts";

const by = { actor: staff("olga@example.com") };

/** A shop that has emailed a customer about an order that was placed and sent. */
async function openWithMails(engine: Engine) {
  const opened = await openTestShop(engine);
  let time = Date.now();
  const shop = { ...opened.shop, now: () => new Date(time) };
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
  const place = () => placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now());
  const number = await place();
  await sendDueMails(shop);
  await sendOrder(shop, number, { ...by, carrier: "Bring", tracking: "370" });
  await sendDueMails(shop);
  return {
    ...{ shop, number, place, readMails: opened.readMails },
    pass: (ms: number) => {
      time += ms;
    },
    async subjects() {
      await sendDueMails(shop);
      return (await opened.readMails()).flatMap(({ subject }) => (subject?.includes(number) ? subject : []));
    },
  };
}

forEachEngine((_, engine) => {
  test("the mails about an order are kept as they were sent; others aren't", async () => {
    const { shop, number } = await openWithMails(engine);
    const mails = await readSentMails(shop.db, number);
    expect(mails).toMatchObject([
      { kind: "orderStep", orderEvent: 2, subject: `Your Torg order ${number} is on its way` },
      { kind: "order", orderEvent: null, subject: `Your Torg order ${number} is confirmed` },
    ]);
    expect(mails[0]).toMatchObject({ recipient: "ada@example.com", sentAt: shop.now().getTime() });
    expect(mails[0]?.text).toContain("Your tracking number is 370.");
    await shop.db
      .updateTable("sentMails")
      .set({ html: null })
      .where("id", "=", mails[0]?.id ?? 0)
      .execute();
    const [sent, confirmation] = await Promise.all(mails.map(({ id }) => readOrderMail(shop, number, String(id))));
    // With the key, anyone could withdraw from the order.
    const key = withdrawalKey(number, shop.settings.authSecret);
    expect(sent).toMatchObject({ html: undefined, text: mails[0]?.text.replace(key, "") });
    expect(confirmation?.html).toContain(`/order-confirmation/${number}"`);
    expect(confirmation?.html).toContain(`/withdraw?order=${number}&amp;key="`);
    for (const text of [sent?.text, confirmation?.text]) expect(text).not.toContain(key);
    expect(await readOrderMail(shop, "ABCDEFGHIJ", String(mails[1]?.id))).toBeUndefined();
    const { count } = await shop.db
      .selectFrom("sentMails")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  test("a mail that the database has no room for is sent later, and once; one that wasn't sent isn't kept", async () => {
    const { shop, place, pass, readMails } = await openWithMails(engine);
    const number = await place();
    const rename = (from: string, to: string) => shop.db.schema.alterTable(from).renameTo(to).execute();
    const countSent = async () => (await readMails()).filter(({ subject }) => subject?.includes(number)).length;
    await rename("sentMails", "away");
    await sendDueMails(shop);
    expect(await countSent()).toBe(0);
    await rename("away", "sentMails");
    pass(60_000);
    const refuse = async () => Promise.reject(new Error("The mail server is away"));
    await sendDueMails({ ...shop, sendMail: refuse });
    expect(await readSentMails(shop.db, number)).toEqual([]);
    pass(60_000);
    await sendDueMails(shop);
    expect(await countSent()).toBe(1);
    expect(await readSentMails(shop.db, number)).toHaveLength(1);
  });

  test("a mail is sent again, at most three an hour for an order, and the timeline names it", async () => {
    const { shop, number, subjects, pass } = await openWithMails(engine);
    const [sent, confirmation] = await readSentMails(shop.db, number);
    const resend = (mailId: number | undefined) => resendMail(shop, number, { ...by, mailId });
    const attempts = await Promise.allSettled([sent, confirmation, sent, sent, sent].map((mail) => resend(mail?.id)));
    expect(attempts.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(3);
    pass(61 * 60_000);
    await resend(sent?.id);
    await resend(confirmation?.id);
    await resend(confirmation?.id);
    await expect(resend(confirmation?.id)).rejects.toThrow("You can resend three emails an hour for each order.");
    const order = await readAdminOrder(shop.db, number);
    const resent = order.events.filter(({ step }) => step === "mailResent");
    expect(resent.at(-1)).toMatchObject({ actor: by.actor, note: `Your Torg order ${number} is confirmed` });
    expect(replayEvents(order.events)).toBe("sent");
    expect(await subjects()).toHaveLength(2 + resent.length);
    expect(await readSentMails(shop.db, number)).toHaveLength(2 + resent.length);
  });

  test("another order's mail, an unknown one, and one about an undone step are refused, and don't count", async () => {
    const { shop, number, place } = await openWithMails(engine);
    const other = await place();
    await sendDueMails(shop);
    const [foreign] = await readSentMails(shop.db, other);
    const [sent, confirmation] = await readSentMails(shop.db, number);
    await undoSent(shop, number, by);
    for (const mailId of [foreign?.id, undefined, 0, sent?.id, sent?.id])
      await expect(resendMail(shop, number, { ...by, mailId })).rejects.toThrow(CorrectionRefusedError);
    for (let count = 0; count < 3; count++) await resendMail(shop, number, { ...by, mailId: confirmation?.id });
  });
});
