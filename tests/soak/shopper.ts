import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { calculateSums } from "#shop/orders/sums.ts";
import { orderOf } from "../support/orders.ts";
import type { PlainBrowser } from "../support/plain-browser.ts";
import type { Random } from "./seeded-random.ts";

export interface Goods {
  id: string;
  priceCents: number;
  stock: number;
}

/** One purchase: the shopper keeps the cart until an order number arrives. */
export interface Attempt {
  email: string;
  form: OrderForm;
  /** The order numbers received, one per answered request; none if the cart or its code was refused. */
  numbers: string[];
  /** Answers that no shopper should see. */
  problems: string[];
}

export type Counts = ReturnType<typeof createCounts>;

/** Counts of events. */
export function createCounts() {
  return {
    "servers killed": 0,
    "processes killed": 0,
    "PostgreSQL killed": 0,
    "Stripe killed": 0,
    "Vipps killed": 0,
    "owners killed": 0,
    "orders answered": 0,
    "carts refused": 0,
    "codes refused": 0,
    "answers lost": 0,
    "answered 503": 0,
    "answered 502 or 504": 0,
    mails: 0,
    "mails sent again": 0,
    paid: 0,
    "paid late": 0,
    "paid back": 0,
    "refunds refused": 0,
    reserved: 0,
    captured: 0,
    "captures refused": 0,
    released: 0,
    "refunds in the dashboard": 0,
    "payments that match no order": 0,
    cancelled: 0,
    "invoices first": 0,
    "invoices paid": 0,
    "returns asked": 0,
    "returns accepted": 0,
    "items returned": 0,
  };
}

interface Shopper {
  browser: PlainBrowser;
  email: string;
  goods: Goods[];
  /** How carts are paid; with any card by default. */
  methods?: OrderForm["paymentMethod"][];
  random: Random;
  attempts: Attempt[];
  counts: Counts;
  stopping: AbortSignal;
  /** Milliseconds between an answer and the next cart; none by default. */
  pauseMs?: number;
}

interface Pressed {
  orderNumber: string;
  /** The payment page, unless it is paid. */
  payAt?: string;
}

/** A code that some carts are bought with, until it is used up. */
export const soakCode = { code: "SOAK", uses: 10 };
const discount: DiscountTerms = { code: soakCode.code, kind: "percent", value: 1000, minimumCents: 0, category: null };

const longestAnswer = 60_000;
const pause = 50;

/** Buys one cart after the other until it is stopped and its last cart is answered. */
export async function startShopper({ goods, ...others }: Shopper) {
  const shopper = { ...others, goods: [...goods], unpaid: [] as string[], placed: [] as string[], usesCode: true };
  const { email, attempts, stopping, counts, random, methods } = shopper;
  while (!stopping.aborted) {
    const cart = orderOf(fillCart(shopper));
    const paymentMethod = methods?.[Math.floor(random() * methods.length)] ?? cart.paymentMethod;
    const ordered = { ...cart, paymentMethod };
    const form = shopper.usesCode && random() < 0.5 ? withCode(ordered) : ordered;
    const attempt: Attempt = { email, form, numbers: [], problems: [] };
    attempts.push(attempt);
    // Some double-click.
    const presses = random() < 0.1 ? 2 : 1;
    const [pressed] = await Promise.all(Array.from({ length: presses }, () => pressUntilAnswered(shopper, attempt)));
    if (attempt.numbers.length > 0) counts["orders answered"]++;
    if (pressed?.payAt) await payOrNot(shopper, attempt, pressed.orderNumber, pressed.payAt);
    if (pressed) shopper.placed.push(pressed.orderNumber);
    if (methods?.includes("invoice") && random() < 0.5) await askToReturn(shopper, attempt);
    if (shopper.pauseMs) await sleep(shopper.pauseMs);
  }
}

type BusyShopper = Shopper & { unpaid: string[]; placed: string[]; usesCode: boolean };

function withCode(form: OrderForm): OrderForm {
  const { discountCents } = calculateSums(form.lines, { discount });
  return { ...form, discountCode: discount.code, discountCents };
}

/**
 * Like a browser, it repeats a request without an answer, or with 503, using the same idempotency key.
 *
 * @returns undefined if the cart or its code was refused
 */
async function pressUntilAnswered(shopper: BusyShopper, attempt: Attempt): Promise<Pressed | undefined> {
  const { browser, counts } = shopper;
  const { form, numbers, problems } = attempt;
  for (;;) {
    const answer = await answerOf(counts, problems, () => browser.sendJson("/orders", form));
    if (answer.status === 409 && isUnpaidLimit(answer.text)) {
      // Its invoices are paid when the owner says so.
      if (form.paymentMethod === "invoice") return undefined;
      await cancelAny(shopper, problems);
      continue;
    }
    if (answer.status === 409) {
      acceptRefusal(shopper, answer.text);
      return undefined;
    }
    // The order was cancelled before it could be paid.
    if (answer.status === 422) continue;
    const pressed = answer.status === 200 ? (JSON.parse(answer.text) as Pressed) : undefined;
    if (pressed) numbers.push(pressed.orderNumber);
    else problems.push(`the answer was ${answer.status}: ${answer.text.slice(0, 200)}`);
    return pressed;
  }
}

/** Pays on the provider's page, cancels, does both, or neither. */
async function payOrNot(shopper: BusyShopper, { problems }: Attempt, orderNumber: string, payAt: string) {
  const { browser, counts, random, unpaid } = shopper;
  const chance = random();
  const pay = async () => {
    const { status } = await answerOf(counts, problems, () => fetch(payAt, { method: "POST", redirect: "manual" }));
    // Paid now or before, or cancelled.
    if (status !== 303 && status !== 410) problems.push(`The payment page answered ${status}`);
  };
  if (chance < 0.5) {
    await pay();
    await answerOf(counts, problems, () => browser.open(`/order-confirmation/${orderNumber}`));
  } else if (chance < 0.6) await Promise.all([pay(), pay()]);
  else if (chance < 0.7) await Promise.all([pay(), cancel(shopper, orderNumber, problems)]);
  else if (chance < 0.8) {
    await pay();
    await cancel(shopper, orderNumber, problems);
  } else unpaid.push(orderNumber);
}

/** Asks to return a piece of one of the shopper's orders, which may not be sent yet. */
async function askToReturn({ browser, counts, random, placed }: BusyShopper, { problems }: Attempt) {
  const orderNumber = placed[Math.floor(random() * placed.length)];
  if (!orderNumber) return;
  const form = { returnId: randomUUID(), comment: "", "quantity-0": "1", "reason-0": "other" };
  const { status } = await answerOf(counts, problems, () => browser.sendForm(`/orders/${orderNumber}/return`, form));
  if (status === 302) counts["returns asked"]++;
  // It can't be returned now, or others were asked for within the hour.
  else if (status !== 409 && status !== 429) problems.push(`A return was answered with ${status}`);
}

function cancel({ browser, counts }: BusyShopper, orderNumber: string, problems: string[]) {
  return answerOf(counts, problems, () => browser.sendForm(`/order-confirmation/${orderNumber}`, {}));
}

/** A shopper with too many unpaid orders cancels one of them. */
async function cancelAny(shopper: BusyShopper, problems: string[]) {
  const orderNumber = shopper.unpaid.pop();
  if (orderNumber) await cancel(shopper, orderNumber, problems);
  else await sleep(pause);
}

/** Repeats a request until it gets an answer other than 503, or than a proxy's when it lost the shop. */
async function answerOf(counts: Counts, problems: string[], ask: () => Promise<Response>) {
  for (;;) {
    const answer = await Promise.race([readAnswer(ask), sleep(longestAnswer, undefined, { ref: false })]);
    if (!answer) problems.push(`no answer came within ${longestAnswer} ms`);
    else if (answer === "lost") counts["answers lost"]++;
    else if (answer.status === 503) counts["answered 503"]++;
    else if (answer.status === 502 || answer.status === 504) counts["answered 502 or 504"]++;
    else return answer;
    await sleep(pause);
  }
}

async function readAnswer(ask: () => Promise<Response>) {
  try {
    const answer = await ask();
    return { status: answer.status, text: await answer.text() };
  } catch {
    return "lost";
  }
}

/** Whether the shopper has too many unpaid orders. */
function isUnpaidLimit(text: string) {
  const { errors } = JSON.parse(text) as { errors?: FieldErrors };
  return errors?.paymentMethod !== undefined;
}

/** Uses no code any more, or removes sold-out products from the cart. */
function acceptRefusal(shopper: BusyShopper, text: string) {
  const { problems = [], errors } = JSON.parse(text) as { problems?: { id: string }[]; errors?: FieldErrors };
  if (errors?.discountCode) shopper.usesCode = false;
  shopper.counts[errors?.discountCode ? "codes refused" : "carts refused"]++;
  for (const { id } of problems) {
    const place = shopper.goods.findIndex((product) => product.id === id);
    if (place >= 0) shopper.goods.splice(place, 1);
  }
}

function fillCart({ goods, random }: Shopper): [id: string, quantity: number, priceCents: number][] {
  const ids = new Set(Array.from({ length: 1 + random() * 4 }, () => Math.floor(random() * goods.length)));
  return [...ids].map((index) => {
    const { id, priceCents } = goods[index] as Goods;
    return [id, 1 + Math.floor(random() * 3), priceCents];
  });
}
