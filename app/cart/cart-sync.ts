import { type CartLine, cartTotal, totalQuantity } from "#shop/cart/cart-reducer.ts";
import { changesOf, mergeCarts, type Quantities, quantitiesOf } from "#shop/cart/merge-carts.ts";
import { stringifyCart } from "#shop/cart/stored-cart.ts";
import type { SavedCartAnswer } from "#web/saved-cart-answer.ts";
import { showToast } from "../frame/toasts.tsx";
import { attempt, readToken } from "./cart-storage.ts";
import { cartLines, changeCart, watchCart } from "./cart-store.ts";

/**
 * Keeps a signed-in shopper's cart the same on all their devices. This browser's cart stays what it is, in local storage; here it is
 * compared with the one that the shop keeps, and whichever changed since both were the same is followed.
 */

/** What both held when they last were the same, and whose it was. */
interface Agreed {
  owner: string;
  revision: number;
  quantities: Quantities;
  /** What this browser has sent since of what it had changed. An answer may get lost, and what it was about come later. */
  sent: Quantities;
}

/** One press after another is sent as one. */
const pauseMs = 400;

/** @returns how to stop */
export function syncCart() {
  let stopped = false;
  let turn = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTurn = (work: () => Promise<void>) => {
    // Whatever fails is tried again with the next change, or the next page.
    turn = turn.then(() => (stopped ? undefined : work())).catch(() => {});
  };
  const look = () => document.visibilityState === "visible" && inTurn(pull);
  const leave = watchCart(() => {
    clearTimeout(timer);
    timer = setTimeout(() => inTurn(push), pauseMs);
  });
  document.addEventListener("visibilitychange", look);
  inTurn(pull);
  return () => {
    stopped = true;
    clearTimeout(timer);
    leave();
    document.removeEventListener("visibilitychange", look);
  };

  async function pull() {
    await settle(await ask());
  }

  async function push() {
    const agreed = readAgreed();
    // Another tab may have been sooner.
    if (agreed && isSame(quantitiesOf(cartLines()), agreed.quantities)) return;
    await save(agreed?.revision ?? 0);
  }

  /** Saves this browser's cart in the place of the one of that revision, and follows what is saved then. */
  async function save(revision: number) {
    const before = readAgreed();
    const answer = await ask(revision);
    const agreed = readAgreed();
    // A refused cart isn't what the shop keeps now, unless it was sent before.
    if (before && agreed?.revision === before.revision && answer?.saved === false) {
      keepAgreed({ ...agreed, sent: before.sent });
    }
    await settle(answer);
  }

  /** Follows an answer; while it shows another cart than this one, what both make together is saved. */
  async function settle(answer: SavedCartAnswer) {
    if (!answer || stopped) return;
    const { owner, revision, lines: saved } = answer;
    const agreed = readAgreed();
    const before = agreed?.owner === owner ? agreed : undefined;
    const mine = cartLines();
    const merged = answer.saved ? mine : mergeCarts(mine, saved, before?.quantities, before?.sent);
    if (!isSame(quantitiesOf(merged), quantitiesOf(mine))) {
      changeCart({ type: "replace", lines: merged });
      tell(mine, merged);
    }
    // What was sent for a revision can't be saved any more once there is another.
    const sent = before?.revision === revision ? before.sent : {};
    keepAgreed({ owner, revision, quantities: quantitiesOf(saved), sent });
    if (!isSame(quantitiesOf(merged), quantitiesOf(saved))) await save(revision);
  }
}

/** Asks for the saved cart. @param revision saves this browser's cart in the place of the one of that revision */
async function ask(revision?: number): Promise<SavedCartAnswer> {
  const agreed = revision === undefined ? undefined : readAgreed();
  if (agreed) {
    const changes = changesOf(quantitiesOf(cartLines()), agreed.quantities);
    keepAgreed({ ...agreed, sent: { ...agreed.sent, ...changes } });
  }
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"revision":${revision},"lines":${stringifyCart(cartLines())}}`,
  };
  const answer = await fetch("/cart/saved", revision === undefined ? {} : post);
  if (!answer.ok) throw new Error(`The saved cart was answered with ${answer.status}`);
  return answer.json();
}

function tell(before: CartLine[], now: CartLine[]) {
  const isMore = totalQuantity(now) > totalQuantity(before) || cartTotal(now) > cartTotal(before);
  showToast({
    type: "info",
    title: "Your cart is up to date",
    text: isMore
      ? "What you put into it on another device is here, too."
      : "What you took out or bought on another device is gone here, too.",
    link: { to: "/cart", label: "View cart" },
  });
}

function isSame(one: Quantities, other: Quantities) {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

function readAgreed(): Agreed | undefined {
  return attempt(() => {
    const { owner, revision, quantities, sent } = Object(JSON.parse(localStorage.getItem(agreedKey()) ?? "null"));
    const isAgreed = typeof owner === "string" && Number.isSafeInteger(revision) && revision >= 0;
    return isAgreed ? { owner, revision, quantities: Object(quantities), sent: Object(sent) } : undefined;
  });
}

function keepAgreed(agreed: Agreed) {
  attempt(() => localStorage.setItem(agreedKey(), JSON.stringify(agreed)));
}

function agreedKey() {
  return `savedCart-${readToken()}`;
}
