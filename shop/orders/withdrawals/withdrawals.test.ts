import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { sendDueMails } from "../../../tests/support/due-jobs.ts";
import { exceptCategory } from "../../../tests/support/except-category.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { setDelivery } from "../../../tests/support/set-delivery.ts";
import { setSettings } from "../../../tests/support/set-settings.ts";
import { auditShop } from "../../audit/audit-shop.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { RateLimitError } from "../../limits/rate-limits.ts";
import { readOrderMails, readUnsentOrderMails } from "../../mail/order-mails.ts";
import { canResend, readConfirmationRecipient, readSentMails, resendMail } from "../../mail/sent-mails.ts";
import { readWaiting } from "../../owners/read-waiting.ts";
import { deliveryPart } from "../../values/event-items.ts";
import { deliverOrder, sendOrder } from "../fulfil-order.ts";
import { loadOrder } from "../load-order.ts";
import { refundOrder, returnItems } from "../payment/refund.ts";
import { acceptReturn, declineReturn } from "../returns/answer-return.ts";
import { withdrawReturn } from "../returns/request-return.ts";
import { unmatchObstacle } from "../state/apply-unmatch.ts";
import { eventName, staff } from "../state/events.ts";
import { emptyEvent, OrderUnknownError } from "../state/order.ts";
import { returnStateName } from "../state/return-requests.ts";
import { lastWithdrawalDay } from "../state/withdrawal-period.ts";
import { readAdminOrder } from "../views/admin.ts";
import { toCustomerReceipt } from "../views/customer.ts";
import { canWithdraw } from "./can-withdraw.ts";
import { declareWithdrawal, type Statement } from "./declare-withdrawal.ts";
import { findWithdrawn } from "./find-withdrawn.ts";
import { setWithdrawalDone } from "./finish-withdrawal.ts";
import { MatchRefusedError, MatchUnconfirmedError, matchWithdrawal } from "./match-withdrawal.ts";
import { findWithdrawals, isWithdrawn, readWithdrawalsOf, withdrawalStatus } from "./read-withdrawals.ts";
import { unmatchWithdrawal } from "./unmatch-withdrawal.ts";
import { isWithdrawalKey, withdrawalKey } from "./withdrawal-key.ts";

const actor = staff("olga@example.com");
const parcel = { actor, carrier: null, tracking: null };
const visitor = { address: "192.0.2.1", isOwn: false };

forEachEngine((_, engine) => {
  test("a withdrawal sent twice at once is one statement, confirmed by email, and an accepted return of all but what is excepted", async () => {
    const { shop, number, load, readMails } = await openSeller(engine);
    await exceptCategory(shop, "groceries", "perishable");
    await sendOrder(shop, number, parcel);
    const statement = stated({ orderNumber: ` ${number.toLowerCase()}`, email: "ADA@example.com" });
    const both = await Promise.all([1, 2].map(() => declareWithdrawal(shop, statement, visitor)));
    expect(both[0]).toEqual({ content: "The whole order", receivedAt: expect.any(Number) });
    expect(both[1]).toEqual(both[0]);
    const { returns, events } = await load();
    const coffee = { productId: "coffee", quantity: 3, accepted: 3, reason: "withdrawal" };
    expect(returns).toMatchObject([
      { id: statement.withdrawalId, kind: "withdrawal", state: "accepted", items: [coffee], deliveryCents: 500 },
    ]);
    expect(events.map(({ step }) => step).slice(-2)).toEqual(["withdrawn", "returnAccepted"]);
    const own = { uid: (await load()).userId, orderNumber: number };
    await expect(withdrawReturn(shop, own, statement.withdrawalId)).rejects.toThrow("contact us");
    expect((await auditShop(shop.db)).differences).toEqual([]);

    const unsent = (await readUnsentOrderMails(shop.db, number, await readWithdrawalsOf(shop.db, number))).map(
      ({ kind }) => kind,
    );
    expect(unsent.sort(), "those to the owner aren't the order's").toEqual([
      "order",
      "orderStep",
      "orderStep",
      "withdrawal",
    ]);
    await sendDueMails(shop);
    const mails = await readMails();
    const confirmations = mails.filter(({ subject }) => subject === "We've received your withdrawal at Torg");
    expect(confirmations.map(({ to }) => [to].flat()[0]?.address)).toEqual(["ADA@example.com"]);
    expect(confirmations[0]?.text).toMatch(/you withdraw from the contract on .*20\d\d.*\d\d:\d\d.* \(Europe\/Oslo\)/);
    expect(confirmations[0]?.text).toContain("Withdrawal from: The whole order");
    const accepted = mails.find(({ subject }) => subject?.includes("is accepted"));
    expect(accepted?.text?.replaceAll(/\s+/g, " ")).toMatch(
      /send the items back within 14 days .* have sent them\. Send them to: Torg Storgata 1 You pay for sending the items back,/,
    );
    expect(confirmations[0]?.text?.replaceAll(/\s+/g, " "), "also where nothing was sent").toContain(
      "If the items were sent to you, you pay for sending them back, unless they arrived damaged or wrong.",
    );
    expect(mails.find(({ subject }) => subject?.includes("is confirmed"))?.text?.replaceAll(/\s+/g, " ")).toContain(
      "If you withdraw, you pay for sending the items back, unless they arrived damaged or wrong. Withdraw from contract",
    );
    expect(mails.filter(({ subject }) => subject?.startsWith("Withdrawal from order"))).toHaveLength(1);

    const [row] = await findWithdrawals(shop.db, { limit: 10 });
    expect(row).toMatchObject({ matchedNumber: number, isLate: 0, mailedAt: expect.any(Number) });
    for (const change of [{ content: "Nothing" }, { receivedAt: 1 }, { mailedAt: 1 }, { orderId: null }])
      await expect(shop.db.updateTable("withdrawals").set(change).execute()).rejects.toThrow("evidence");
    await expect(shop.db.deleteFrom("withdrawals").execute()).rejects.toThrow("evidence");
  });

  test("an unknown order, another one's and a wrong email get the same answer and email, and wait for staff", async () => {
    const { shop, number, load, readMails } = await openSeller(engine);
    const email = "eve@example.com";
    const answers = [];
    const name = "Win at http://www.evil.example or ask eve@evil.example";
    for (const orderNumber of ["ABCDEFGHIJ", number, "none at all"])
      answers.push(await declareWithdrawal(shop, stated({ orderNumber, email, name }), visitor));
    expect(answers.map(({ content }) => content)).toEqual(Array(3).fill("The whole order"));
    expect((await load()).events.some(({ step }) => step === "withdrawn")).toBe(false);
    await sendDueMails(shop);
    const texts = (await readMails())
      .filter(({ to }) => [to].flat()[0]?.address === email)
      .map(({ text }) => text ?? "");
    expect(texts.join()).not.toMatch(/\/\/www|www\.evil|evil\.example/);
    expect(texts[0]?.replaceAll("\u200b", "")).toContain(`Name: ${name}`);
    const notices = (await readMails()).filter(({ to }) => [to].flat()[0]?.address === "o@example.com");
    expect(notices.filter(({ text }) => text?.includes("No order has this number and email."))).toHaveLength(3);
    const withoutNumber = texts.map((text) => text.replace(/Order number: .*/, "").replaceAll(/\d\d:\d\d/g, ""));
    expect([texts.length, new Set(withoutNumber).size]).toEqual([3, 1]);
    expect((await readWaiting(shop.db)).withdrawals).toBe(3);
    const [last, second] = await findWithdrawals(shop.db, { state: "waiting", limit: 2 });
    const following = { state: "waiting", after: last, limit: 1 } as const;
    expect((await findWithdrawals(shop.db, following)).map(({ id }) => id)).toEqual([second?.id]);
    const mark = (isDone: boolean) => setWithdrawalDone(shop, last?.id ?? "", { actor: "olga@example.com", isDone });
    expect([await mark(true), await mark(true)]).toEqual([true, true]);
    expect(await setWithdrawalDone(shop, "none", { actor: "olga@example.com", isDone: true })).toBe(false);
    expect((await readWaiting(shop.db)).withdrawals).toBe(2);

    const same = stated({ orderNumber: "ABCDEFGHIJ", email });
    await declareWithdrawal(shop, same, visitor);
    await declareWithdrawal(shop, { ...same, orderNumber: number }, visitor);
    expect((await findWithdrawals(shop.db, { limit: 10 })).slice(0, 2).map(({ orderNumber }) => orderNumber)).toContain(
      number,
    );
    for (let sent = 0; sent < 5; sent++) await declareWithdrawal(shop, stated({ email }), visitor);
    const again = stated({ email, orderNumber: number });
    await expect(declareWithdrawal(shop, again, visitor)).rejects.toThrow(RateLimitError);
    await declareWithdrawal(shop, again, { ...visitor, isOwn: true });
    expect((await load()).events.some(({ step }) => step === "withdrawn")).toBe(true);
  });

  test("a withdrawal from before an order was sent becomes a return then, also after a change of email; late ones and typed items wait for the shop's answer", async () => {
    const { shop, number, load } = await openSeller(engine);
    await sendDueMails(shop);
    await shop.db.updateTable("customers").set({ email: "ada@new.example" }).execute();
    const own = { orderNumber: number, email: "ada@example.com" };
    expect(await readConfirmationRecipient(shop.db, number)).toBe("ada@example.com");
    await declareWithdrawal(shop, stated({ ...own, chosen: [{ productId: "coffee", quantity: 1 }] }), visitor);
    expect(await load()).toMatchObject({ state: "paid", returns: [] });
    expect((await load()).events.at(-1)).toMatchObject({ step: "withdrawn", productId: "coffee", quantity: 1 });
    expect((await readWaiting(shop.db)).withdrawals).toBe(1);
    expect((await readWaiting(shop.db)).toSend).toBe(0);
    await declareWithdrawal(shop, stated({ ...own, chosen: [{ productId: "coffee", quantity: 1 }] }), visitor);
    expect((await readWaiting(shop.db)).withdrawals, "the same again").toBe(1);
    await sendOrder(shop, number, parcel);
    const one = { productId: "coffee", quantity: 1, accepted: 1 };
    expect((await load()).returns).toMatchObject([{ kind: "withdrawal", state: "accepted", items: [one] }]);
    const current = { ...own, email: "ada@new.example" };
    await declareWithdrawal(shop, stated({ ...current, items: "One of the coffees" }), visitor);
    const typed = (await load()).returns.at(-1);
    expect(typed).toMatchObject({ state: "requested", comment: "One of the coffees", items: [] });
    await expect(acceptReturn(shop, number, typed?.id ?? "", { actor, instructions: "" })).rejects.toThrow("one piece");
    await acceptReturn(shop, number, typed?.id ?? "", {
      ...{ actor, instructions: "", items: [{ productId: "coffee", quantity: 1 }] },
    });
    expect((await load()).returns.at(-1)?.items).toMatchObject([one]);
    await deliverOrder(shop, number, { actor });
    const later = { ...shop, now: () => new Date(shop.now().getTime() + 40 * 86_400_000) };
    await declareWithdrawal(later, stated(own), visitor);
    expect((await load()).returns.at(-1)).toMatchObject({ kind: "withdrawal", state: "requested" });
    const [late] = await findWithdrawals(shop.db, { limit: 1 });
    expect(late).toMatchObject({ isLate: 1 });
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("an order is withdrawn once all its items are, and until staff are done or the items aren't to come back", async () => {
    const { shop, number, load } = await openSeller(engine);
    const withdrawn = async () => [...(await findWithdrawn(shop.db, [await load()])).keys()];
    const say = (said: Partial<Statement>) => {
      const statement = stated({ orderNumber: number, ...said });
      return declareWithdrawal(shop, statement, visitor).then(() => statement.withdrawalId);
    };
    const coffees = { chosen: [{ productId: "coffee", quantity: 2 }] };
    for (const said of [coffees, coffees, { items: "The bread" }]) await say(said);
    expect(await withdrawn()).toEqual([]);
    await say({ chosen: [...coffees.chosen, { productId: "bread", quantity: 1 }] });
    expect(await withdrawn(), "in parts").toEqual([number]);
    const ids = (await findWithdrawals(shop.db, { limit: 9 })).map(({ id }) => id);
    for (const id of ids) await setWithdrawalDone(shop, id, { actor: "olga@example.com", isDone: true });
    expect(await withdrawn(), "done").toEqual([]);
    const whole = await say({});
    expect(await withdrawn(), "whole").toEqual([number]);
    await say({});
    const setDone = (isDone: boolean) => setWithdrawalDone(shop, whole, { actor: "olga@example.com", isDone });
    await setDone(true);
    expect(await withdrawn(), "done, and so is the same again").toEqual([]);
    expect(await isWithdrawn(shop.db, number)).toBe(false);
    expect((await readWaiting(shop.db)).toSend).toBe(1);
    await setDone(false);
    expect(await withdrawn(), "reopened").toEqual([number]);
    expect((await readWaiting(shop.db)).toSend).toBe(0);
    await exceptCategory(shop, "groceries", "perishable");
    await sendOrder(shop, number, parcel);
    expect(await withdrawn(), "the bread isn't to come back").toEqual([]);
  });

  test("a statement that matches no order is given one by hand, once, and then counts as if it had matched when it came", async () => {
    const { shop, number, load, readMails } = await openSeller(engine);
    await sendOrder(shop, number, parcel);
    const typo = stated({ orderNumber: `${number}7`, name: "Ada" });
    await declareWithdrawal(shop, typo, visitor);
    await sendDueMails(shop);
    expect([(await readWaiting(shop.db)).withdrawals, await readSentMails(shop.db, number)]).toEqual([
      1,
      [expect.anything(), expect.anything()],
    ]);
    const { withdrawalId: id } = typo;
    await expect(matchWithdrawal(shop, "nothing", { orderNumber: number, actor })).rejects.toThrow(MatchRefusedError);
    await expect(matchWithdrawal(shop, id, { orderNumber: "ABCDEFGHIJ", actor })).rejects.toThrow(OrderUnknownError);
    const later = { ...shop, now: () => new Date(shop.now().getTime() + 60 * 86_400_000) };
    const both = [1, 2].map(() => matchWithdrawal(later, id, { orderNumber: number.toLowerCase(), actor }));
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await load()).returns, "in time: it came within the period").toMatchObject([
      { id, kind: "withdrawal", state: "accepted" },
    ]);
    expect((await readWaiting(shop.db)).withdrawals).toBe(0);
    const [found] = await findWithdrawals(shop.db, { limit: 1 });
    expect(found).toMatchObject({ orderId: null, matchedNumber: number, matchedBy: "olga@example.com" });
    expect(found && withdrawalStatus(found)).toBe("Waiting for the items");
    for (const change of [{ matchedOrderId: null }, { matchedBy: "eve" }, { matchedAt: 1 }])
      await expect(shop.db.updateTable("withdrawals").set(change).execute()).rejects.toThrow();
    const again = stated({ orderNumber: number });
    await declareWithdrawal(shop, again, visitor);
    await expect(matchWithdrawal(shop, again.withdrawalId, { orderNumber: number, actor })).rejects.toThrow(
      MatchRefusedError,
    );
    await sendDueMails(later);
    const confirmed = (await readSentMails(shop.db, number)).find(({ kind }) => kind === "withdrawal");
    expect(confirmed).toMatchObject({
      recipient: "ada@example.com",
      subject: "We've received your withdrawal at Torg",
    });
    await expect(resendMail(shop, number, { actor, mailId: confirmed?.id })).rejects.toThrow("can't be resent");
    expect(
      (await readMails()).some(({ text }) => text?.includes("Send them to: ")),
      "how to send it back",
    ).toBe(true);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("a statement of another email is given an order only with a confirmation for it, and its own confirmation is among the order's emails", async () => {
    const { shop, number, load } = await openSeller(engine);
    const typo = stated({ orderNumber: "none", name: "Tw", email: "tw@example.com" });
    await declareWithdrawal(shop, typo, visitor);
    await sendDueMails(shop);
    const { recipientName, events } = await load();
    const match = (confirmed?: string) =>
      matchWithdrawal(shop, typo.withdrawalId, { orderNumber: number, confirmed, actor });
    for (const confirmed of [undefined, "", "ABCDEFGHIJ"]) {
      const refusal = await match(confirmed).catch((error) => error);
      expect(refusal).toBeInstanceOf(MatchUnconfirmedError);
      expect(refusal.message).toBe(
        `This withdrawal is from Tw (tw@example.com). Order ${number} belongs to ${recipientName} (ada@example.com).`,
      );
    }
    expect([(await load()).events, (await readWaiting(shop.db)).withdrawals]).toEqual([events, 1]);
    expect(await match(number)).toBe(number);
    expect((await load()).events.at(-1)).toMatchObject({ step: "withdrawn" });
    const [latest, ...others] = await readOrderMails(shop, number, await readWithdrawalsOf(shop.db, number));
    expect(latest).toMatchObject({ kind: "withdrawal", recipient: "tw@example.com" });
    expect(latest?.text).toContain("Order number: none");
    const withoutKeys = (text: string | null) => text?.replace(/&key=\S+/, "&key=");
    const sent = await readSentMails(shop.db, number);
    expect(others).toEqual(sent.map((mail) => ({ ...mail, text: withoutKeys(mail.text) })));
  });

  test("a match with the wrong order is undone, however many press at once, and the statement gets the right one or the same again", async () => {
    const { shop, number, load, readMails } = await openSeller(engine);
    const form = { ...orderOf([["coffee", 1, 5000]]), deliveryCents: 500 };
    const other = await placeOrder(shop.db, (await load()).userId, form, shop.now());
    for (const sent of [number, other]) await sendOrder(shop, sent, parcel);
    const words = "The coffee that I typed";
    const [typo, part] = [stated({ orderNumber: "typo" }), stated({ orderNumber: "none", items: words })];
    for (const statement of [typo, part]) await declareWithdrawal(shop, statement, visitor);
    const { withdrawalId: id } = typo;
    const match = (orderNumber: string, of = id) =>
      matchWithdrawal(shop, of, { orderNumber, confirmed: orderNumber, actor });
    const unmatch = (orderNumber: string, of = id) => unmatchWithdrawal(shop, of, { orderNumber, actor });
    await expect(unmatch(number)).rejects.toThrow("isn't matched");
    await match(number);
    expect((await load()).returns).toMatchObject([{ state: "accepted" }]);
    await expect(
      shop.db
        .updateTable("withdrawals")
        .set({ ...noMatch, returnId: "x" })
        .execute(),
    ).rejects.toThrow();
    await expect(unmatch(other)).rejects.toThrow("isn't matched");
    await setWithdrawalDone(shop, id, { actor: "olga@example.com", isDone: true });
    const both = await Promise.allSettled([unmatch(number), unmatch(number)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const undone = await load();
    expect(undone.returns).toMatchObject([{ state: "withdrawn" }]);
    expect(undone.returns.map(returnStateName)).toEqual(["Closed: the withdrawal was for another order"]);
    expect(undone.events.slice(-4).map((event) => eventName(event, 0))).toEqual([
      "Withdrawal matched",
      "Return accepted",
      "Return closed: the withdrawal was for another order",
      "Match of the withdrawal undone",
    ]);
    expect((await findWithdrawals(shop.db, { state: "waiting", limit: 10 })).map((row) => row.id)).toContain(id);
    expect(await shop.db.selectFrom("undoneMatches").selectAll().execute()).toMatchObject([
      { returnId: id, withdrawalId: id, matchedBy: "olga@example.com", undoneBy: "olga@example.com" },
    ]);
    for (const change of [
      shop.db.updateTable("undoneMatches").set({ undoneBy: "eve" }),
      shop.db.deleteFrom("undoneMatches"),
    ])
      await expect(change.execute()).rejects.toThrow("evidence");
    await sendDueMails(shop);
    expect(subjectsAbout(await readMails(), number), "the email about the return hadn't gone out").toEqual([]);

    await match(other);
    await sendDueMails(shop);
    expect(await unmatch(other)).toEqual({ orderNumber: other, isTold: true });
    await sendDueMails(shop);
    expect(subjectsAbout(await readMails(), other)).toEqual([
      `Your return for Torg order ${other} is accepted`,
      `Correction about your Torg order ${other}`,
    ]);
    const [, accepted] = await readSentMails(shop.db, other);
    expect(accepted?.subject).toContain("is accepted");
    expect(canResend(await readAdminOrder(shop.db, other), accepted ?? noMail)).toBe(false);
    await expect(resendMail(shop, other, { actor, mailId: accepted?.id })).rejects.toThrow("no longer applies");
    const { returnSteps, returns } = toCustomerReceipt(await readAdminOrder(shop.db, other), shop.settings);
    expect([returnSteps, returns]).toEqual([[], []]);
    await match(other);
    expect((await loadOrder(shop.db, other)).returns.map(({ state }) => state)).toEqual(["withdrawn", "accepted"]);

    await match(number, part.withdrawalId);
    expect((await load()).returns.at(-1)).toMatchObject({ state: "requested", comment: words });
    expect(await unmatch(number, part.withdrawalId)).toMatchObject({ isTold: false });
    expect((await load()).returns.at(-1)).toMatchObject({ state: "withdrawn", comment: "" });
    expect(canWithdraw(await load(), shop.settings, shop.now())).toBe(true);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("a match stays once money or items moved, or until a return that staff accepted is closed, and staff read what to do", async () => {
    const { shop, number, load } = await openSeller(engine);
    const own = stated({ orderNumber: number });
    const [first, second] = [stated({ orderNumber: "a" }), stated({ orderNumber: "b", items: "Coffee" })];
    for (const statement of [first, second, own]) await declareWithdrawal(shop, statement, visitor);
    const unmatch = (of: Statement) => unmatchWithdrawal(shop, of.withdrawalId, { orderNumber: number, actor });
    await expect(unmatch(own)).rejects.toThrow("by its own number and email");
    const match = (of: Statement) => matchWithdrawal(shop, of.withdrawalId, { orderNumber: number, actor });
    await match(first);
    expect((await readWaiting(shop.db)).toSend).toBe(0);
    await unmatch(first);
    await setWithdrawalDone(shop, own.withdrawalId, { actor: "olga@example.com", isDone: true });
    expect((await readWaiting(shop.db)).toSend, "nobody has withdrawn any more").toBe(1);
    await sendOrder(shop, number, parcel);
    expect((await load()).returns, "none of what was unmatched or done").toEqual([]);
    await match(second);
    const returnId = (await load()).returns.at(-1)?.id ?? "";
    await acceptReturn(shop, number, returnId, {
      actor,
      instructions: "",
      items: [{ productId: "coffee", quantity: 1 }],
    });
    expect(unmatchObstacle(await load(), returnId)).toMatch(/^This match can't be undone: olga@example.com accepted/);
    await expect(unmatch(second)).rejects.toThrow("olga@example.com accepted its return. Close the return request");
    await declineReturn(shop, number, returnId, { actor, reason: "Wrong order" });
    expect(await unmatch(second)).toMatchObject({ isTold: true });
    await match(second);
    await refundOrder(shop, number, { amountCents: 100, reason: "Sorry", actor });
    await expect(unmatch(second)).rejects.toThrow("a refund of order");
    await match(first);
    await returnItems(shop, number, {
      ...{ actor, reason: "Back", returnId: (await load()).returns.at(-1)?.id ?? "", amountCents: 0 },
      items: [{ productId: "bread", quantity: 1, isRestocked: true }],
    });
    await expect(unmatch(first)).rejects.toThrow("can't be undone: ");
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("the refund of a whole order includes the cheapest delivery once everything is back, for one statement or two, and names it", async () => {
    const { shop, number, load, readMails } = await openSeller(engine);
    await sendOrder(shop, number, parcel);
    const part = stated({ orderNumber: number, chosen: [{ productId: "coffee", quantity: 1 }] });
    const rest = stated({ orderNumber: number });
    for (const statement of [part, rest]) await declareWithdrawal(shop, statement, visitor);
    const arrived = (returnId: string, productId: string, quantity: number) => {
      const items = [{ productId, quantity, isRestocked: true }];
      return returnItems(shop, number, { actor, reason: "Your withdrawal", returnId, items });
    };
    expect(await arrived(rest.withdrawalId, "bread", 1)).toMatchObject({ amountCents: 2300 });
    expect(await arrived(rest.withdrawalId, "coffee", 2)).toMatchObject({ amountCents: 10_000 });
    expect(await arrived(part.withdrawalId, "coffee", 1)).toMatchObject({ amountCents: 5500 });
    expect((await load()).returns).toMatchObject([{ state: "received" }, { state: "received" }]);
    const statuses = (await findWithdrawals(shop.db, { limit: 10 })).map(withdrawalStatus);
    expect(statuses).toEqual(["Returned and refunded", "Returned and refunded"]);
    expect(canWithdraw(await load(), shop.settings, shop.now())).toBe(false);
    const { refunds } = await load();
    expect(refunds.map(deliveryPart)).toEqual([0, 0, 500]);
    await sendDueMails(shop);
    const texts = (await readMails()).map(({ text }) => text ?? "");
    expect(texts.filter((text) => text.includes("Shipping: $5.00\nRefund: $55.00"))).toHaveLength(1);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });
});

test.each([
  ["counted from the delivery", { delivered: "2026-11-03" }, "2026-11-17"],
  ["on Monday where it would end on a weekend", { delivered: "2026-11-07" }, "2026-11-23"],
  ["after a holiday", { delivered: "2026-12-10" }, "2026-12-28"],
  ["counted from the longest delivery until it is known", { sent: "2026-11-03", deliveryDays: 5 }, "2026-11-23"],
  ["not before an order is sent", {}, undefined],
  ["not before it is collected", { sent: "2026-11-03", isPickup: 1 as const }, undefined],
])("the period ends %s", (_, { sent, delivered, deliveryDays = 3, isPickup = 0 }: Dates, last) => {
  const event = (step: "sent" | "delivered", day: string | undefined) =>
    day === undefined ? [] : [{ ...emptyEvent, step, actor, position: 1, createdAt: Date.parse(`${day}T12:00:00Z`) }];
  const events = [...event("sent", sent), ...event("delivered", delivered)];
  const isHoliday = (day: string) => ["2026-12-24", "2026-12-25"].includes(day);
  const terms = { withdrawalDays: 14, timeZone: "Europe/Oslo" };
  expect(lastWithdrawalDay({ events, deliveryDays, isPickup }, terms, isHoliday)).toBe(last);
});

interface Dates {
  sent?: string;
  delivered?: string;
  deliveryDays?: number;
  isPickup?: 0 | 1;
}

test("the key of an order's link opens no other order", () => {
  const key = withdrawalKey("ABCDEFGHIJ", "secret");
  expect(isWithdrawalKey(key, "ABCDEFGHIJ", "secret")).toBe(true);
  for (const [other, number, secret] of [
    [key, "ABCDEFGHIK", "secret"],
    [key, "ABCDEFGHIJ", "another"],
    ["", "ABCDEFGHIJ", "secret"],
    ["é".repeat(32), "ABCDEFGHIJ", "secret"],
  ] as const)
    expect(isWithdrawalKey(other, number, secret)).toBe(false);
});

/** Sets why consumers can't withdraw from buying a category's products, as its owner does. */
const noMail = { kind: "order", orderEvent: null } as const;
const noMatch = { matchedOrderId: null, matchedBy: null, matchedAt: null };

/** The subjects of the emails about an order's withdrawals, the oldest first. */
function subjectsAbout(mails: { subject?: string }[], orderNumber: string) {
  const subjects = mails.flatMap(({ subject = "" }) => subject);
  return subjects.filter((subject) => subject.includes(orderNumber) && /return|Correction/.test(subject));
}

function stated(changes: Partial<Statement>): Statement {
  return { withdrawalId: randomUUID(), name: "Ada", orderNumber: "", email: "ada@example.com", items: "", ...changes };
}

/** A shop with delivery for $5.00, and an order of a bread, which is perishable, and three coffees. */
async function openSeller(engine: Engine) {
  const { shop, readMails } = await openTestShop(engine);
  await setSettings(shop, {
    sellerEmail: "o@example.com",
    sellerAddress: "Storgata 1",
    orderNotices: "on",
    returnsPaidBy: "customer",
  });
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", title: "Bread", price: 23, stock: 100, category: "groceries" }),
    catalogRecord({ id: "coffee", title: "Coffee", price: 50, stock: 100, category: "beauty" }),
  ]);
  const uid = await registerVerified(shop);
  await setDelivery(shop, { price: "5.00" });
  const lines = orderOf([
    ["bread", 1, 2300],
    ["coffee", 3, 5000],
  ]);
  const form = { ...lines, deliveryCents: 500 };
  const number = await placeOrder(shop.db, uid, form, shop.now(), undefined, shop.settings);
  return { shop, number, readMails, load: () => loadOrder(shop.db, number) };
}
