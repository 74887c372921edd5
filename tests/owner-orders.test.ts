import { expect } from "vitest";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { readSentMails } from "#shop/mail/sent-mails.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { registerVerified } from "./support/customers.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { leaveUnsentMail } from "./support/left-mails.ts";
import { sendOrderForm } from "./support/order-screen.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { removeDeliveries, setUpDelivery } from "./support/set-up-delivery.ts";
import { ageSignIn } from "./support/sign-in-again.ts";

let customers = 0;

/** Places orders of lemons by a new customer. @returns the order numbers */
async function placeOrders(shop: RunningShop, count: number, lastname = "Lovelace", delivery?: number) {
  const inside = await shop.inside();
  const uid = await registerVerified(inside, { email: `customer${++customers}@example.com`, lastname });
  const product = inside.db.selectFrom("products").select("priceCents").where("id", "=", "lemons");
  const { priceCents } = await product.executeTakeFirstOrThrow();
  await inside.db.updateTable("products").set({ stock: 1000 }).where("id", "=", "lemons").execute();
  const numbers: string[] = [];
  for (let order = 0; order < count; order++)
    numbers.push(
      await placeOrder(
        inside.db,
        uid,
        { ...orderOf([["lemons", 1, priceCents]]), ...(delivery && { delivery }) },
        new Date(),
      ),
    );
  return numbers as [string, ...string[]];
}

async function textOf(answer: Response, status = 200) {
  expect(answer.status).toBe(status);
  const html = await answer.text();
  expect(await htmlProblems(html)).toEqual([]);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toMatch(/<script type="module" src="\/owner\/assets\/entry\.client-[^"]+"[^>]*><\/script>/);
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
}

const readOrder = async (shop: RunningShop, number: string) => readAdminOrder((await shop.inside()).db, number);

test("the dashboard shows open tasks, sales and the setup guide", async ({ shop }) => {
  await placeOrders(shop, 2);
  const browser = await ownerBrowser(shop);
  const today = await textOf(await browser.open("/owner"));
  expect(today).toMatch(/\d+ Orders? to fulfil/);
  expect(today).toMatch(/Today \$\d+\.\d\d \d+ orders/);
  expect(today).toContain("1 of 15 done");
  expect(today).toContain("Emails are saved as files, not sent");
  expect(today).toContain("The shop uses the default name, Torg, until an owner changes it. Name the shop");
  expect(today).toContain("Sample products for sale: 51.");
  expect(today).toMatch(/No backup yet\. Download one, .* Download a backup For the person who runs the server/);
  expect(today).toContain("Your password alone opens the back office.");
  expect(today).toContain("Prices are in USD, and you deliver to Norway, until you choose.");
  expect(today).toContain("products of yours: Beauty, Fragrances, Furniture, Groceries.");
  expect(today).toContain("statistics, 24/7 support, the footer's help.");
  expect(today).toContain("Not public yet: terms of sale and privacy.");
  await noteBackup((await shop.inside()).db, new Date("2026-11-22T10:00:00Z"));
  const later = await textOf(await browser.open("/owner"));
  expect(later).toContain("2 of 15 done");
  expect(later).toContain("✓ Done: Backups. Last backup:");
});

test("marking several orders as sent skips the ones already sent, and names them", async ({ shop }) => {
  const [first, second, third] = await placeOrders(shop, 3, "Hopper");
  const browser = await ownerBrowser(shop);
  const found = await textOf(await browser.open("/owner/orders?q=hopper&state=paid"));
  for (const number of [first, second, third]) expect(found).toContain(number);
  const send = (...numbers: (string | undefined)[]) => {
    const form = new URLSearchParams({ carrier: "Bring", [`tracking-${second}`]: "370 & 1" });
    for (const number of numbers) form.append("order", number ?? "");
    return browser.sendForm("/owner/orders?state=paid", form as never);
  };
  const sent = await send(first, second);
  expect(sent.status).toBe(303);
  expect(sent.headers.get("location")).toBe("/owner/orders?state=paid");
  const told = "2 orders marked as sent. No mail server is set up, so no email reaches the customers.";
  expect(await textOf(await browser.open("/owner/orders?state=paid"))).toContain(told);
  expect(await textOf(await browser.open("/owner/orders?state=paid")), "it is said once").not.toContain(told);
  const again = await textOf(await send(second, third, "ABCDEFGHIJ"), 409);
  expect(again).toContain("1 marked as sent. These orders weren't updated:");
  expect(again).toContain(`${second}: This order has already been sent`);
  expect(again).toContain("ABCDEFGHIJ: Order ABCDEFGHIJ not found");
  const order = await readOrder(shop, second ?? "");
  expect(order.history.at(-1)).toMatchObject({
    actor: { type: "staff", id: "owner@example.com" },
    carrier: "Bring",
    tracking: "370 & 1",
  });
  expect((await readOrder(shop, third ?? "")).state).toBe("sent");
});

test("all 50 orders of a page, with their tracking numbers, are marked at once, first as sent and then as delivered", async ({
  shop,
}) => {
  const numbers = await placeOrders(shop, 50, "Kalmar");
  const browser = await ownerBrowser(shop);
  const mark = (step: string, selected: string[], tracked: string[] = []) => {
    const form = new URLSearchParams({ step, carrier: step === "send" ? "Bring" : "" });
    for (const number of tracked) form.append(`tracking-${number}`, `370${number}`);
    for (const number of selected) form.append("order", number);
    return browser.sendForm(`/owner/orders?q=Kalmar&state=${step === "send" ? "paid" : "sent"}`, form as never);
  };
  const nothing = await mark("send", []);
  const html = await nothing.clone().text();
  expect(html).toContain('value="Bring"');
  expect(await textOf(nothing, 409)).toContain("Select at least one order");
  expect(html).not.toContain("These orders");
  expect((await mark("send", numbers.slice(1), numbers)).status, "one has a number and no tick").toBe(303);
  const sent = await textOf(await browser.open("/owner/orders?q=Kalmar&state=sent"));
  expect(sent).toContain("50 orders marked as sent. No mail server is set up, so no email reaches the customers.");
  expect(sent).toContain("Mark all that match as delivered");
  expect((await mark("deliver", numbers)).status).toBe(303);
  const again = await textOf(await mark("deliver", numbers.slice(0, 1)), 409);
  expect(again).toContain(`These orders weren't updated: ${numbers[0]}: This order has already been delivered`);
  const { history, state } = await readOrder(shop, numbers[49] ?? "");
  expect(state).toBe("delivered");
  expect(history).toMatchObject([{}, {}, { step: "sent", tracking: `370${numbers[49]}` }, { step: "delivered" }]);
});

test("an order moves through its states on its screen, and a rejected form keeps its input", async ({ shop }) => {
  const [number] = await placeOrders(shop, 1);
  const wish = { ...contactLetter, orderNumber: number, subject: "Wrap it as a gift" };
  await saveContactMessage((await shop.inside()).db, wish, new Date());
  const browser = await ownerBrowser(shop);
  const path = `/owner/orders/${number}`;
  const take = (form: Record<string, string>) => sendOrderForm(browser, path, form);
  const screen = await (await browser.open(path)).text();
  expect(screen).toContain("Mark as sent");
  expect(screen).toMatch(/href="\/owner\/messages\/\d+"[^>]*>Wrap it as a gift</);
  expect(screen).toContain('href="/owner/products/lemons"');
  expect(screen).toMatch(/href="\/owner\/customers\/[^"]+"[^>]*>Ada Lovelace</);
  expect(screen).toContain("Up to $3.49");
  expect(screen, "no amount is filled in").not.toMatch(/name="amount"[^>]*value=/);
  const noAmount = await take({ step: "refund", amount: " ", reason: "A dent" });
  expect(await textOf(noAmount, 409)).toContain("Enter an amount to refund");
  const nonsense = await take({ step: "refund", amount: "ten", reason: 'A "dent"' });
  expect(nonsense.status).toBe(409);
  const html = await nonsense.text();
  expect(html).toContain("&quot;ten&quot; isn&#x27;t a valid amount. Enter an amount such as 12.50.");
  expect(html).toContain('value="ten"');
  expect(html).toContain('value="A &quot;dent&quot;"');
  expect((await take({ step: "refund", amount: "0.50", reason: "A dent" })).status).toBe(303);
  const refunded = await textOf(await browser.open(path));
  expect(refunded).toContain("$0.50 marked as refunded");
  expect(refunded).toContain("Total $3.49 Refunded −$0.50 Net payment $2.99");
  expect(await textOf(await take({ step: "refund", amount: "9999", reason: "A dent" }), 409)).toContain(
    "You can refund up to $",
  );
  expect((await take({ step: "note", note: "x".repeat(501) })).status).toBe(409);
  expect((await take({ step: "toString" })).status).toBe(409);
  await take({ step: "send", carrier: "Bring", tracking: "3701" });
  expect(await textOf(await take({ step: "cancel" }), 409)).toContain("This order is sent and can't be cancelled");
  const before = await (await browser.open(path)).text();
  expect(before).not.toContain("returned</span>");
  expect(before, "no refund is due").toMatch(/<section aria-label="Refund"[^>]*><details class/);
  await take({ step: "return" });
  const returned = await (await browser.open(path)).text();
  expect(returned.replaceAll("<!-- -->", "")).toContain(">1 returned</span>");
  expect(returned, "a refund is due").toMatch(/<section aria-label="Refund"[^>]*><h2/);
  const owed = await textOf(await browser.open("/owner/orders?state=owed"));
  expect(owed).toContain(number);
  expect((await take({ step: "refund", amount: "1,00", reason: "A dent" })).status).toBe(303);
  expect((await readOrder(shop, number)).events.at(-1)?.amountCents).toBe(100);
  expect(await readOrder(shop, number)).toMatchObject({
    state: "returned",
    history: [
      { step: "placed" },
      { step: "paid" },
      { step: "refundedInPart", amountCents: 50, actor: { type: "staff", id: "owner@example.com" } },
      { step: "sent" },
      { step: "returned" },
      { step: "refundedInPart", amountCents: 100 },
    ],
  });
});

test("an owner corrects an order's address, and undoes that they marked it as sent", async ({ shop }) => {
  const [number] = await placeOrders(shop, 1);
  const browser = await ownerBrowser(shop);
  const path = `/owner/orders/${number}`;
  const correct = (billingAddress: string) => sendOrderForm(browser, path, { step: "correctAddress", billingAddress });
  const long = "Lang gate ".repeat(30);
  const refused = await textOf(await correct(long), 409);
  expect(refused).toContain("Use at most 200 characters");
  expect(refused).toContain("Correct address");
  expect(await textOf(await correct(" "), 409)).toContain("Billing address is required");
  expect((await correct("Storgata 12, 0155 Oslo")).status).toBe(303);
  const corrected = await textOf(await browser.open(path));
  expect(corrected).toContain("Address corrected. No mail server is set up, so no email reaches the customer.");
  expect(corrected).toContain("Formerly Storgata 1, 0155 Oslo");
  const stale = { step: "correctAddress", billingAddress: "Elsewhere 2", version: "1-0-1" };
  const outdated = await textOf(await browser.sendForm(path, stale), 409);
  expect(outdated).toContain("Not corrected. You changed this order after opening this form.");
  expect(outdated).toContain("Address corrected (owner@example.com,");

  await sendOrderForm(browser, path, { step: "send", carrier: "Bring", tracking: "370" });
  const sent = await textOf(await browser.open(path));
  expect(sent).not.toContain("Correct address");
  expect(sent).toContain("Undo “Sent”");
  expect((await sendOrderForm(browser, path, { step: "undoSent" })).status).toBe(303);
  const undone = await textOf(await browser.open(path));
  expect(undone).toContain("No longer marked as sent.");
  expect(undone).toContain("Sent undone");
  const fields = await (await browser.open(path)).text();
  expect(fields, "the parcel's number comes back").toMatch(/name="tracking"[^>]* value="370"/);
  expect(await textOf(await sendOrderForm(browser, path, { step: "undoSent" }), 409)).toContain(
    "This order is paid and can't be marked as not sent",
  );
  expect(await readOrder(shop, number)).toMatchObject({ state: "paid", billingAddress: "Storgata 12, 0155 Oslo" });
});

test("an owner reads the emails of an order, and resends one", async ({ shop }) => {
  const [number, other] = await placeOrders(shop, 2);
  const browser = await ownerBrowser(shop);
  const path = `/owner/orders/${number}`;
  const read = async () => textOf(await browser.open(path));
  await expect.poll(read).toContain(`Your Torg order ${number} is confirmed`);
  const mails = await readSentMails((await shop.inside()).db, number);
  const mail = String(mails[0]?.id);
  expect(await textOf(await browser.open(`${path}/mails/${mail}`))).toContain(
    `Your Torg order ${number} is confirmed Sent to`,
  );
  expect(await (await browser.open(`${path}/mails/${mail}/mail.html`)).text()).toContain("Thank you");
  const foreign = await browser.sendForm(`/owner/orders/${other}`, { step: "resendMail", mail });
  expect(await textOf(foreign, 409)).toContain("This email wasn't found");
  expect((await browser.sendForm(path, { step: "resendMail", mail })).status).toBe(303);
  expect(await read()).toContain("Email written again, and kept in the outbox");
  for (let count = 0; count < 2; count++) await browser.sendForm(path, { step: "resendMail", mail });
  const refused = await textOf(await browser.sendForm(path, { step: "resendMail", mail }), 409);
  expect(refused).toContain("You can resend three emails an hour for each order.");
});

test("an order's screen shows its emails that weren't sent, and why, and retries one", async ({ shop }) => {
  const [number, other] = await placeOrders(shop, 2);
  const { db } = await shop.inside();
  const browser = await ownerBrowser(shop);
  const path = `/owner/orders/${number}`;
  const read = async () => textOf(await browser.open(path));
  await expect.poll(read).toContain(`Your Torg order ${number} is confirmed`);
  const unsent = { kind: "orderStep", recipient: "full@example.com", orderNumber: number, orderEvent: 1 } as const;
  const payload = JSON.stringify({ ...unsent, recipient: "soon@example.com" });
  const [createdAt, runAt] = [Date.now(), Date.now() + 24 * 60 * 60 * 1000];
  await db.insertInto("jobs").values({ kind: "mail", payload, createdAt, runAt, attempts: 0 }).execute();
  const waiting = await read();
  for (const text of ["Emails that are about to be sent.", "Waiting to be sent"]) expect(waiting).toContain(text);
  expect(waiting, "nothing has failed yet").not.toContain("Retry");
  const mail = await leaveUnsentMail(db, unsent, "Mailbox <full>");
  expect(await read()).toMatch(
    /full@example\.com Order update : Paid Stopped [^<]+ 12 attempts since .* Mailbox &lt;full&gt; Retry/,
  );
  const accountant = await ownerBrowser(shop, { email: "anna@example.com", role: "accountant" });
  const readOnly = await textOf(await accountant.open(path));
  expect(readOnly).toContain("Mailbox &lt;full&gt;");
  expect(readOnly).not.toContain("Retry");
  const foreign = await browser.sendForm(`/owner/orders/${other}`, { step: "retryMail", mail });
  expect(await textOf(foreign, 409)).toContain("Nothing to retry. This email was sent or is being sent.");
  expect((await browser.sendForm(path, { step: "retryMail", mail })).status).toBe(303);
  expect(await read()).toContain("Retrying 1 email");
  await expect.poll(read).not.toContain("full@example.com Order update");
});

test("an order refunded before it was sent can be cancelled, and no refund is due", async ({ shop }) => {
  const [number] = await placeOrders(shop, 1);
  const browser = await ownerBrowser(shop);
  const path = `/owner/orders/${number}`;
  const refund = { step: "refund", amount: "3.49", reason: "Sold out", confirm: "349" };
  expect((await sendOrderForm(browser, path, refund)).status).toBe(303);
  const refunded = await textOf(await browser.open(path));
  expect(refunded).toContain("Restocks the items");
  expect(refunded).not.toContain("Mark as returned");
  expect((await sendOrderForm(browser, path, { step: "cancel" })).status).toBe(303);
  const cancelled = await textOf(await browser.open(path));
  expect(cancelled).toContain("Order cancelled and items restocked Order");
  expect(cancelled).not.toContain("Packing slip");
  expect(await readOrder(shop, number)).toMatchObject({ state: "cancelled", refundableCents: 0 });
  expect(await textOf(await browser.open("/owner/orders?state=owed"))).not.toContain(number);
});

// Security: O3
test("an export begins after signing in again, and leads nowhere else", async ({ shop }) => {
  const [number] = await placeOrders(shop, 1);
  const email = "late@example.com";
  const browser = await ownerBrowser(shop, { email, role: "manager" });
  await ageSignIn(shop, email);
  const file = await browser.open("/owner/orders.csv?state=paid");
  expect(file.status).toBe(302);
  const signIn = file.headers.get("location") ?? "";
  expect(signIn).toMatch(/^\/owner\/sign-in-again\?to=/);
  expect(await textOf(await browser.sendForm(signIn, { password: "wrong" }), 422)).toContain("Password");
  const signedIn = await browser.sendForm(signIn, { password: "Abcdef1!" });
  expect(signedIn.headers.get("location")).toBe("/owner/orders.csv?state=paid");
  const csv = await browser.open(signedIn.headers.get("location") ?? "");
  expect(csv.headers.get("content-disposition")).toContain("orders.csv");
  expect(await csv.text()).toContain(number);
  const elsewhere = await browser.sendForm("/owner/sign-in-again?to=//evil.example", { password: "Abcdef1!" });
  expect(elsewhere.headers.get("location")).toBe("/owner");
});

test("the pick list and packing slips show paid orders, and malformed addresses get an answer", async ({ shop }) => {
  const [number] = await placeOrders(shop, 1, "<b>Bold</b>");
  const browser = await ownerBrowser(shop);
  expect(await textOf(await browser.open("/owner/pick-list"))).toContain("Lemons");
  expect(await textOf(await browser.open(`/owner/packing-slips?order=${number}`))).toContain("Ada &lt;b&gt;Bold");
  const strange = "/owner/orders?q=%00%ff&state=toString&from=2026-13-99&to=x&sort=1";
  await textOf(await browser.open(strange));
  for (const path of ["/owner/orders/none", "/owner/nothing"]) await textOf(await browser.open(path), 404);
});

test("packing slips come in hundreds, and say how many there are", async ({ shop }) => {
  await placeOrders(shop, 103);
  const browser = await ownerBrowser(shop);
  const read = async (query: string) => textOf(await browser.open(`/owner/packing-slips${query}`));
  const [, total = ""] = /Slips 1–100 of (\d+)/.exec(await read("")) ?? [];
  expect(Number(total)).toBeGreaterThanOrEqual(103);
  const rest = await read("?skip=100");
  expect(rest).toContain(`Slips 101–${total} of ${total}`);
  expect(rest).toContain("Previous 100");
  expect(rest).not.toContain("Next");
  const past = await browser.open("/owner/packing-slips?skip=999999");
  expect([past.status, past.headers.get("location")]).toEqual([302, "/owner/packing-slips?skip=100"]);
});

test("a list's address past its end, or with a malformed place, leads to a page with rows and keeps the search", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop);
  const { db } = await shop.inside();
  const { uid } = await db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
  const redirects: [address: string, to: string][] = [
    ["/owner/orders?state=paid&after=1-1", "/owner/orders?state=paid"],
    ["/owner/orders?after=9e99-1", "/owner/orders"],
    ["/owner/products?q=lemons&after=999999999-z", "/owner/products?q=lemons"],
    ["/owner/products?show=archived&after=5000", "/owner/products?show=archived"],
    ["/owner/products?show=drafts&after=5000", "/owner/products?show=drafts"],
    ["/owner/customers?sort=oldest&after=999999999999999-z", "/owner/customers?sort=oldest"],
    [`/owner/customers/${uid}?after=1-1`, `/owner/customers/${uid}`],
    ["/owner/messages?state=all&after=1-1", "/owner/messages?state=all"],
    ["/owner/mails?after=0", "/owner/mails"],
    ["/owner/discounts?after=ZZZ", "/owner/discounts"],
    ["/owner/redirects?q=a+b&after=%2Fzzz", "/owner/redirects?q=a+b"],
    ["/owner/log?kind=role&before=1", "/owner/log?kind=role"],
    ["/owner/log?before=-1", "/owner/log"],
  ];
  for (const [address, to] of redirects) {
    const answer = await browser.open(address);
    expect([answer.status, answer.headers.get("location")], address).toEqual([302, to]);
    expect((await browser.open(to)).status, to).toBe(200);
  }
});

test("the order list has a tab for each status, with its count", async ({ shop }) => {
  const [number] = await placeOrders(shop, 1);
  const browser = await ownerBrowser(shop);
  const before = /Paid, to fulfil (\d+)/.exec(await textOf(await browser.open("/owner/orders")))?.[1];
  await sendOrder(await shop.inside(), number, { actor: staff("olga@example.com"), carrier: null, tracking: null });
  expect(await textOf(await browser.open("/owner/orders?state=sent"))).toContain(
    `Paid, to fulfil ${Number(before) - 1} `,
  );
});

test("all paid orders that match are sent in parts, and a part asked for twice sends nothing twice", async ({
  shop,
}) => {
  const numbers = await placeOrders(shop, 52, "Sendall");
  const browser = await ownerBrowser(shop);
  const list = await (await browser.open("/owner/orders?q=Sendall&sort=oldest")).text();
  const linkTo = (order: number) => new RegExp(`/owner/orders/${numbers[order]}\\?list=[^"]*`);
  const [second = ""] = linkTo(1).exec(list) ?? [];
  const opened = await (await browser.open(decodeHtml(second))).text();
  for (const [order, rel] of [
    [0, "prev"],
    [2, "next"],
  ] as const)
    expect(opened, "the list's orders lead to each other").toMatch(new RegExp(`${linkTo(order).source}" rel="${rel}"`));
  const at = "/owner/orders/send?q=Sendall";
  expect(await textOf(await browser.open(at))).toContain("This marks all 52 paid orders that match as sent.");
  const first = await browser.sendForm(at, { total: "52", carrier: "Posten" });
  const page = await first.text();
  expect(page).toContain("50 of 52 orders are marked as sent.");
  const after = /name="after" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const rest = { done: "50", total: "52", carrier: "Posten", after };
  expect((await browser.sendForm(at, rest)).headers.get("location")).toBe("/owner/orders");
  await browser.sendForm(at, rest);
  await browser.sendForm(at, { total: "52" });
  for (const number of numbers) {
    const { history } = await readOrder(shop, number);
    expect(history.filter(({ step, carrier }) => step === "sent" && carrier === "Posten")).toHaveLength(1);
  }
});

test("orders are marked as delivered in parts, and a part whose answer got lost is counted when it is asked for again", async ({
  shop,
}) => {
  const numbers = await placeOrders(shop, 102, "Deliverall");
  const inside = await shop.inside();
  const by = { actor: staff("olga@example.com"), carrier: null, tracking: null };
  for (const number of numbers.slice(1)) await sendOrder(inside, number, by);
  const browser = await ownerBrowser(shop);
  const at = "/owner/orders/send?q=Deliverall&step=deliver";
  const confirmation = await textOf(await browser.open(at));
  expect(confirmation).toContain("This marks all 101 sent orders that match as delivered.");
  expect(confirmation).not.toContain("Carrier");
  await browser.sendForm(at, { total: "101" });
  const second = await (await browser.sendForm(at, { total: "101" })).text();
  expect(second).toContain("100 of 101 orders are marked as delivered.");
  const after = /name="after" value="([^"]+)"/.exec(second)?.[1] ?? "";
  expect((await browser.sendForm(at, { done: "100", total: "101", after })).headers.get("location")).toBe(
    "/owner/orders",
  );
  expect(await textOf(await browser.open("/owner/orders"))).toContain("101 orders marked as delivered.");
  expect((await readOrder(shop, numbers[0])).state).toBe("paid");
  const { history } = await readOrder(shop, numbers[101] ?? "");
  expect(history.filter(({ step }) => step === "delivered")).toHaveLength(1);
});

test("an owner filters orders by delivery option, and marks those for pickup as ready without a carrier", async ({
  shop,
}) => {
  const inside = await shop.inside();
  const delivery = await setUpDelivery(inside, { name: "Shop", price: "", pickup: "on", pickupPlace: "Bryggen 1" });
  const [number, other] = await placeOrders(shop, 2, "Pickupall", delivery);
  const [shipped] = await placeOrders(shop, 1, "Pickupall");
  const browser = await ownerBrowser(shop);
  const list = `/owner/orders?q=Pickupall&state=paid&delivery=${delivery}`;
  const listed = await textOf(await browser.open(list));
  expect(listed).toContain(number);
  expect(listed).not.toContain(shipped);
  expect(listed).toContain("Mark as ready for pickup");
  expect(listed).toContain("Mark all that match as ready for pickup");
  expect(listed).not.toMatch(/Carrier|Tracking number|Mark as sent/);
  expect(await textOf(await browser.open("/owner/orders?q=Pickupall&state=paid"))).toContain(
    "Mark as sent or ready for pickup",
  );
  const page = await textOf(await browser.open(`/owner/orders/${number}`));
  expect(page).toContain("Mark as ready for pickup");
  expect(page).toContain("Pickup address Bryggen 1");
  expect(page).not.toMatch(/Carrier|Tracking number|Mark as sent/);
  const slip = await textOf(await browser.open(`/owner/packing-slips?order=${number}`));
  expect(slip).toContain("Pickup : Shop");
  expect(slip).not.toContain("Storgata 1");
  await sendOrderForm(browser, `/owner/orders/${number}`, { step: "send", carrier: "Bring" });
  const ready = await textOf(await browser.open(`/owner/orders/${number}`));
  expect(ready).toContain("Marked as ready for pickup. No mail server is set up, so no email reaches the customer.");
  expect(ready).toContain("Mark as picked up");
  expect(ready).toContain("Undo “Ready for pickup”");
  expect(ready).not.toMatch(/Bring|\bSent\b/);

  const all = `/owner/orders/send?q=Pickupall&delivery=${delivery}`;
  const confirmation = await textOf(await browser.open(all));
  expect(confirmation).toContain("This marks 1 paid order as ready for pickup.");
  expect(confirmation).not.toContain("Carrier");
  await browser.sendForm(all, { total: "1" });
  expect(await textOf(await browser.open("/owner/orders"))).toContain("1 order marked as ready for pickup.");
  expect((await readOrder(shop, other ?? "")).state).toBe("sent");
  expect((await readOrder(shop, shipped)).state).toBe("paid");
  const csv = await (await browser.open(`/owner/orders.csv?q=Pickupall&delivery=${delivery}`)).text();
  expect(csv.split("Ready for pickup")).toHaveLength(3);
  expect(csv).not.toContain(shipped);
  await removeDeliveries(inside);
});
