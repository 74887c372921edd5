import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { startCheckout } from "#shop/orders/payment/payment.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { sendRaw } from "./support/raw-request.ts";
import { openRunningStripeShop } from "./support/running-stripe-shop.ts";
import { signEvent } from "./support/stripe-stand-in.ts";
import { openVippsStandIn, signVippsEvent, vippsKeys } from "./support/vipps-stand-in.ts";

const vippsPayment = {
  amount: { currency: "NOK", value: 100 },
  returnUrl: "https://other.example/",
  userFlow: "WEB_REDIRECT",
  paymentMethod: { type: "WALLET" },
};

/** A shop that is paid by way of the stand-in, whose events get lost, and a customer. */
async function openShopWithStripe(settings?: Record<string, string>) {
  const { stripe, shop } = await openRunningStripeShop(settings);
  const inside = await shop.inside();
  const { db, now } = inside;
  const uid = await registerVerified(inside);
  const product = db.selectFrom("products").select(["id", "priceCents"]).limit(1);
  const { id, priceCents } = await product.executeTakeFirstOrThrow();
  /** @returns the number of an order whose customer is on the payment page */
  const begin = async () => {
    const number = await placeOrder(db, uid, orderOf([[id, 1, priceCents]]), now(), "stripe");
    await startCheckout(inside, number);
    return number;
  };
  return { stripe, shop, db, begin };
}

test("a provider's events are taken, forged and huge ones refused, and those of an outage asked for again", async () => {
  const vipps = await openVippsStandIn();
  onTestFinished(vipps.close);
  const { stripe, shop, db, begin } = await openShopWithStripe({ ...vippsKeys, VIPPS_API_URL: vipps.url });
  const number = await begin();
  stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
  const completed = JSON.stringify(stripe.books.list("event").at(-1));

  const address = `${shop.url}/payments/stripe`;
  const post = async (body: string, signature = signEvent(body)) => {
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return (await fetch(address, { method: "POST", body, headers })).status;
  };
  const link = stripe.account.openPaymentLink(number, { amount: 1, currency: "nok" });
  const reference = String(stripe.account.pay(link.id)?.payment_intent);
  const foreign = JSON.stringify(stripe.books.list("event").at(-1));
  stripe.account.createRefund(
    new Map([
      ["payment_intent", reference],
      ["metadata[orderNumber]", number],
    ]),
  );
  const refunded = JSON.stringify(stripe.books.list("event").find(({ type }) => type === "refund.created"));
  const stateOf = async () => (await readOrders(db))[0]?.state;
  expect((await fetch(address, { method: "POST", body: completed })).status).toBe(400);
  expect(await post(completed, signEvent(completed, Date.now(), "whsec_another"))).toBe(400);
  expect(await post(completed, signEvent(completed, Date.now() + 6 * 60_000)), "signed in the future").toBe(400);
  expect(await post(completed.slice(0, 200))).toBe(400);
  expect(await post(`${completed}${" ".repeat(500_000)}`)).toBe(413);
  const chunk = "a&".repeat(250_000);
  const untold = `Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`;
  const head = "POST /payments/stripe HTTP/1.1\r\nHost: torg.example\r\nConnection: close\r\n";
  expect(await sendRaw(shop.url, head + untold)).toMatchObject({ status: 411, ended: true });
  expect(await stateOf()).toBe("awaiting-payment");

  await eventually(() => expect(vipps.books.list("webhook")).toHaveLength(1));
  const [hook = { url: "", secret: "" }] = vipps.books.list("webhook");
  expect(hook.url).toBe(`${shop.url}/payments/vipps`);
  vipps.account.create({ ...vippsPayment, reference: "ANOTHER123" });
  const [event] = vipps.books.list("event");
  if (!event) throw new Error("There is no event");
  const postVipps = async (key: typeof hook, size = 0) => {
    const { body, headers } = signVippsEvent(event, key);
    return (await fetch(hook.url, { method: "POST", body: body + " ".repeat(size), headers })).status;
  };
  await eventually(async () => expect(await postVipps(hook), "another shop's").toBe(200));
  expect(await postVipps({ ...hook, secret: "another" })).toBe(400);
  expect(await postVipps(hook, 1)).toBe(400);
  expect(await postVipps(hook, 500_000)).toBe(413);
  expect(shop.printed()).not.toContain(vippsKeys.VIPPS_CLIENT_SECRET);
  expect(shop.printed()).not.toContain(hook.secret);

  expect(await post(completed.replaceAll(number, "ANOTHER123")), "another shop's").toBe(200);
  expect(await post(completed.replace("checkout.session.completed", "customer.created"))).toBe(200);
  expect(await post(foreign), "of another session that names the order").toBe(200);
  expect(await stateOf()).toBe("awaiting-payment");

  const other = new DatabaseSync(join(shop.dataFolder, "shop.db"), { timeout: 10_000 });
  onTestFinished(() => other.close());
  other.exec("begin exclusive");
  expect(await post(completed)).toBe(503);
  other.exec("rollback");
  expect(await post(completed)).toBe(200);
  expect(await post(completed)).toBe(200);
  expect(await post(refunded), "of another payment").toBe(200);
  expect(await stateOf()).toBe("paid");
  stripe.troubles.push("unavailable");
  const unnamed = refunded.replace(`"metadata":{"orderNumber":"${number}"}`, '"metadata":{}');
  expect(await post(unnamed), "whose order Stripe can't be asked for").toBe(503);
});

test("a signed dispute marks the order on the owner's screens; a forged one doesn't", async () => {
  const { stripe, shop, db, begin } = await openShopWithStripe();
  const number = await begin();
  const paid = stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
  const post = async (signature?: string) => {
    const body = JSON.stringify(stripe.books.list("event").at(-1));
    const headers = { "stripe-signature": signature ?? signEvent(body) };
    return (await fetch(`${shop.url}/payments/stripe`, { method: "POST", body, headers })).status;
  };
  await post();
  const { id } = stripe.account.dispute(String(paid?.payment_intent));
  const owner = await ownerBrowser(shop);
  const stepsOf = async () => (await readOrders(db))[0]?.events.map(({ step }) => step);
  expect(await post(signEvent("{}"))).toBe(400);
  expect(await stepsOf()).toEqual(["paid"]);
  stripe.troubles.push("unavailable");
  expect(await post(), "whose order Stripe can't be asked for").toBe(503);
  expect(await post()).toBe(200);
  expect(await post()).toBe(200);
  for (const path of [`/owner/orders/${number}`, "/owner/orders", "/owner/orders?state=disputed"])
    expect(await (await owner.open(path)).text(), path).toContain(">Disputed</span>");
  expect(await (await owner.open("/owner")).text()).toContain("Open dispute");
  stripe.account.closeDispute(id, "won");
  expect(await post()).toBe(200);
  expect(await stepsOf()).toEqual(["paid", "disputed", "disputeWon"]);
  expect(await (await owner.open("/owner/orders")).text()).toContain(">Dispute won</span>");
});

test("a customer's cancelling is answered in words while a bank or Stripe keeps it waiting, and refunds what was paid", async () => {
  const { stripe, shop, db, begin } = await openShopWithStripe();
  const browser = plainBrowser(shop.url);
  const { email, password } = signUpOf();
  await browser.sendForm("/sign-in", { email, password });
  const cancel = async (number: string) => {
    const answer = await browser.sendForm(`/order-confirmation/${number}`, {});
    const [, told] = /role="alert"[^>]*>([^<]*)/.exec(await answer.text()) ?? [];
    return [answer.status, told?.replaceAll("&#x27;", "'")];
  };
  const payLast = () => stripe.account.pay(stripe.books.list("session").at(-1)?.id ?? "");
  const stepsOf = async (number: string) => {
    const order = (await readOrders(db)).find(({ orderNumber }) => orderNumber === number);
    return order?.events.map(({ step }) => step);
  };

  const unpaid = await begin();
  stripe.troubles.push("unavailable");
  expect(await cancel(unpaid)).toEqual([503, "We couldn't cancel your order. Please try again in a moment."]);
  expect(await cancel(unpaid)).toEqual([302, undefined]);
  expect(await stepsOf(unpaid)).toEqual(["cancelled"]);

  const left = await begin();
  const comeBack = async () => {
    const answer = await browser.open(`/order-confirmation/${left}?from=payment`);
    return [answer.status, answer.headers.get("location")];
  };
  expect(await comeBack(), "who can still pay").toEqual([200, null]);
  stripe.account.expireSession(stripe.books.list("session").at(-1)?.id ?? "");
  // Stripe's event is lost: the page asks.
  expect(await comeBack()).toEqual([302, "/checkout"]);
  expect((await browser.open(`/order-confirmation/${left}`)).status, "from an email").toBe(200);

  const processing = await begin();
  stripe.mood.paysLater = true;
  payLast();
  stripe.mood.paysLater = false;
  const underWay = "Your payment is still being processed. Please try again later.";
  expect(await cancel(processing)).toEqual([409, underWay]);
  expect(await stepsOf(processing)).toEqual([]);

  const paid = await begin();
  payLast();
  expect(await cancel(paid)).toEqual([302, undefined]);
  expect(await stepsOf(paid)).toEqual(["paid", "cancelled", "refunded"]);
  expect(stripe.books.list("refund")).toHaveLength(1);
  expect(await cancel(paid)).toEqual([409, "This order can no longer be cancelled. You can see its status above."]);
});
