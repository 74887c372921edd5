import { setTimeout as sleep } from "node:timers/promises";
import type { OrderForm } from "#shop/orders/order-form.ts";
import { orderOf } from "../support/orders.ts";
import type { PlainBrowser } from "../support/plain-browser.ts";
import type { Random } from "./seeded-random.ts";

export interface Goods {
  id: string;
  priceCents: number;
  stock: number;
}

/** One purchase that a shopper has begun: the cart is kept until its order's number has come. */
export interface Attempt {
  email: string;
  form: OrderForm;
  /** The numbers that were answered, one for each press that was answered; none where the cart was refused. */
  numbers: string[];
  /** What was answered that no shopper should see. */
  problems: string[];
}

export type Counts = ReturnType<typeof createCounts>;

/** What happened how often. */
export function createCounts() {
  return {
    "servers killed": 0,
    "processes killed": 0,
    "PostgreSQL killed": 0,
    "orders answered": 0,
    "carts refused": 0,
    "answers lost": 0,
    "answered 503": 0,
    mails: 0,
    "mails sent again": 0,
  };
}

interface Shopper {
  browser: PlainBrowser;
  email: string;
  goods: Goods[];
  random: Random;
  attempts: Attempt[];
  counts: Counts;
  stopping: AbortSignal;
}

const longestAnswer = 60_000;
const pause = 50;

/** Buys one cart after the other, until it is told to stop and its last cart is answered. */
export async function startShopper({ goods, ...others }: Shopper) {
  const shopper = { ...others, goods: [...goods] };
  const { email, attempts, stopping, counts, random } = shopper;
  while (!stopping.aborted) {
    const attempt: Attempt = { email, form: orderOf(fillCart(shopper)), numbers: [], problems: [] };
    attempts.push(attempt);
    // Some press twice, as fast as they can.
    const presses = random() < 0.1 ? 2 : 1;
    await Promise.all(Array.from({ length: presses }, () => pressUntilAnswered(shopper, attempt)));
    counts[attempt.numbers.length > 0 ? "orders answered" : "carts refused"]++;
  }
}

/** As a browser does: an answer that got lost, or says that the shop can't be reached, is asked for again, with the same key. */
async function pressUntilAnswered({ browser, counts, goods }: Shopper, { form, numbers, problems }: Attempt) {
  for (;;) {
    const answer = await Promise.race([ask(browser, form), sleep(longestAnswer, undefined, { ref: false })]);
    if (!answer) problems.push(`no answer came within ${longestAnswer} ms`);
    else if (answer === "lost") counts["answers lost"]++;
    else if (answer.status === 503) counts["answered 503"]++;
    else if (answer.status === 409) {
      takeOut(goods, answer.text);
      return;
    } else {
      const [, number] = /"orderNumber":"([A-Z0-9]{10})"/.exec(answer.text) ?? [];
      if (answer.status === 200 && number) numbers.push(number);
      else problems.push(`the answer was ${answer.status}: ${answer.text.slice(0, 200)}`);
      return;
    }
    await sleep(pause);
  }
}

/** A shopper who is told that something is sold out, or that little is left, doesn't ask for it again. */
function takeOut(goods: Goods[], text: string) {
  const { problems } = JSON.parse(text) as { problems: { id: string }[] };
  for (const { id } of problems) {
    const place = goods.findIndex((product) => product.id === id);
    if (place >= 0) goods.splice(place, 1);
  }
}

async function ask(browser: PlainBrowser, form: OrderForm) {
  try {
    const answer = await browser.sendJson("/orders", form);
    return { status: answer.status, text: await answer.text() };
  } catch {
    return "lost";
  }
}

function fillCart({ goods, random }: Shopper): [id: string, quantity: number, priceCents: number][] {
  const ids = new Set(Array.from({ length: 1 + random() * 4 }, () => Math.floor(random() * goods.length)));
  return [...ids].map((index) => {
    const { id, priceCents } = goods[index] as Goods;
    return [id, 1 + Math.floor(random() * 3), priceCents];
  });
}
