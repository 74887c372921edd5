import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { contactLetter } from "../../tests/support/contact-letter.ts";
import { register, registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { readChanges } from "../changes/change-log.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { readUnsentMails } from "../mail/unsent-mails.ts";
import type { Shop } from "../shop.ts";
import { answerMessage, readAnswers, setMessageDone } from "./answer-message.ts";
import type { ContactForm } from "./contact-form.ts";
import { saveContactMessage } from "./contact-messages.ts";
import { findMessages, type MessageCursor, readMessage } from "./find-messages.ts";

const noon = new Date("2026-11-20T12:00:00Z");

async function write({ db }: Shop, changes: Partial<ContactForm> = {}, minutes = 0) {
  await saveContactMessage(db, { ...contactLetter, ...changes }, new Date(noon.getTime() + minutes * 60_000));
  const { messages } = await findMessages(db, { state: "all", sort: "newest", limit: 1 });
  return messages[0]?.id ?? 0;
}

forEachEngine((_, engine) => {
  test("an answer is emailed with the message, keeps its lines, and marks the message as done", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await setSettings(shop, { sellerEmail: "hello@torg.example" });
    const id = await write(shop);
    const text = "It is.\n\nYours,\nOlga <of Torg>";
    expect(await answerMessage(shop, id, { actor: "olga@example.com", text, seenAnswers: 0 })).toBe(true);
    await sendDueMails(shop);
    const [mail] = await readMails();
    expect(mail).toMatchObject({ subject: "Re: Tea (Torg)", to: [{ address: "ada@example.com" }] });
    expect(mail?.replyTo).toEqual([{ name: "Torg", address: "hello@torg.example" }]);
    expect(mail?.text).toContain(text);
    expect(mail?.text).toMatch(/Contact us again: http:\S+\/contact\s+Torg\s+hello@torg\.example/);
    expect(mail?.html).toContain("Yours,<br/>Olga &lt;of Torg&gt;");
    expect(mail?.html).toContain("Is it strong?");
    expect(await readMessage(shop.db, id)).toMatchObject({ doneAt: expect.any(Number), answers: [{ text }] });
    expect(await answerMessage(shop, id + 1, { actor: "olga@example.com", text, seenAnswers: 0 })).toBe(false);
  });

  test("of two concurrent answers the second is rejected; a repeated submit sends one answer", async () => {
    const { shop } = await openTestShop(engine);
    const id = await write(shop);
    const answer = (actor: string, text: string, seenAnswers = 0) =>
      answerMessage(shop, id, { actor, text, seenAnswers });
    const both = await Promise.allSettled([answer("olga@example.com", "Yes"), answer("stig@example.com", "No")]);
    const [told] = both.filter((result) => result.status === "rejected");
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [first] = await readAnswers(shop.db, id);
    expect(told?.reason).toMatchObject({ name: "AlreadyAnsweredError" });
    expect(told?.reason.message).toMatch(new RegExp(`^${first?.actor} answered while you were writing`));
    const pressed = Array.from({ length: 3 }, () => answer("olga@example.com", "Also", 1));
    expect(await Promise.all(pressed)).toEqual([true, true, true]);
    expect(await readAnswers(shop.db, id)).toHaveLength(2);
    expect(await readUnsentMails(shop.db)).toHaveLength(2);
  });

  test("marking a message as done and opening it again is logged with the actor", async () => {
    const { shop } = await openTestShop(engine);
    const id = await write(shop);
    const actor = "olga@example.com";
    for (const isDone of [true, true, false]) expect(await setMessageDone(shop, id, { actor, isDone })).toBe(true);
    expect(await setMessageDone(shop, id + 1, { actor, isDone: true })).toBe(false);
    const changes = await readChanges(shop.db, { kind: "message", subject: String(id), limit: 10 });
    expect(changes.map(({ action, fields }) => [action, fields.done])).toEqual([
      ["reopened", { before: true, after: false }],
      ["marked as done", { before: false, after: true }],
    ]);
  });

  test("messages are found whatever the accents and apostrophes", async () => {
    const { shop } = await openTestShop(engine);
    const obrien = { firstName: "Siobhán", lastName: "O’Brien", email: "o'brien@example.com" };
    await write(shop, { ...obrien, subject: "Straße" });
    await write(shop, { firstName: "İnci", lastName: "Ødegård", subject: "L’été" });
    for (const [text, subject] of [
      ["Siobhan", "Straße"],
      ["OBrien", "Straße"],
      ["O'BRIEN@", "Straße"],
      ["STRASSE", "Straße"],
      ["inci odegard", "L’été"],
      ["ıncı lete", "L’été"],
    ] as const) {
      const { messages } = await findMessages(shop.db, { text, state: "all", sort: "oldest", limit: 10 });
      expect(
        messages.map((message) => message.subject),
        text,
      ).toEqual([subject]);
    }
  });

  test("messages are found by name, email, subject, order and state, and paged without gaps", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await write(shop, { orderNumber: "ABCDEF1234" }, 1);
    const coffee = await write(shop, { firstName: "Åse", email: "ase_1@example.com", subject: "Coffee 100%" }, 2);
    for (const _ of "123") await write(shop, {}, 3);
    await setMessageDone(shop, coffee, { actor: "olga@example.com", isDone: true });
    const subjects = async (text: string, state: "open" | "done" | "all" = "all") => {
      const { messages } = await findMessages(shop.db, { text, state, sort: "oldest", limit: 10 });
      return messages.map(({ subject }) => subject);
    };
    expect(await subjects("åse")).toEqual(["Coffee 100%"]);
    expect(await subjects("ASE COFFEE")).toEqual(["Coffee 100%"]);
    expect(await subjects("ASE_1 100%")).toEqual(["Coffee 100%"]);
    expect(await subjects("abcdef1234")).toEqual(["Tea"]);
    expect(await subjects("a%e")).toEqual([]);
    expect(await subjects("lovelace", "done")).toEqual(["Coffee 100%"]);
    expect(await subjects("", "open")).toHaveLength(4);
    for (const [limit, pages] of [
      [
        3,
        [
          [5, 4, 3],
          [2, 1],
        ],
      ],
      [5, [[5, 4, 3, 2, 1]]],
    ] as const) {
      const read: number[][] = [];
      let after: MessageCursor | undefined;
      do {
        const page = await findMessages(shop.db, { state: "all", sort: "newest", limit, after });
        read.push(page.messages.map(({ id }) => id));
        after = page.next;
      } while (after);
      expect(read).toEqual(pages);
    }
    expect(await readMessage(shop.db, 1)).toMatchObject({ customerUid: uid, order: undefined });
    expect(await readMessage(shop.db, coffee)).toMatchObject({ customerUid: undefined });
    expect(await readMessage(shop.db, 6)).toBeUndefined();
  });

  test("a message shows the order that it names, and whether it is its sender's", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const orderNumber = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), noon);
    const own = await write(shop, { orderNumber, email: "Ada@Example.com" });
    const strangers = await write(shop, { orderNumber, email: "eve@example.com" }, 1);
    expect(await readMessage(shop.db, own)).toMatchObject({
      customerUid: uid,
      order: { orderNumber, isSenders: true },
    });
    expect(await readMessage(shop.db, strangers)).toMatchObject({ order: { orderNumber, isSenders: false } });
  });
});
