import { type CartLine, cartSubtotal, totalQuantity } from "#shop/cart/cart-reducer.ts";
import { addedSince, changesOf, mergeCarts, type Quantities, quantitiesOf } from "#shop/cart/merge-carts.ts";
import { stringifyCart } from "#shop/cart/stored-cart.ts";
import { defaultCurrency } from "#shop/values/currencies.ts";
import type { SavedCartAnswer } from "#web/answers.ts";
import { showToast } from "../page/toasts.ts";
import { attempt, keptToken, readToken } from "./cart-storage.ts";
import { cartLines, changeCart, watchCart } from "./cart-store.ts";

/**
 * Keeps a signed-in customer's cart the same on all their devices: compares this browser's cart with the one the shop saved, and
 * merges what changed on either side since they were last synced.
 */

/** The quantities when both carts were last the same, and the hash of whose they were. */
interface LastSynced {
  owner: string;
  revision: number;
  quantities: Quantities;
  /** Quantities that this browser has sent since. The answer may get lost although the shop saved them. */
  sent: Quantities;
}

/** Waits so long for further changes before it saves. */
const pauseMs = 400;

/** @returns how to stop */
export function syncCart() {
  let stopped = false;
  let isOwnerKnown = false;
  let queue = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enqueue = (work: () => Promise<void>) => {
    // A failure is retried with the next change or on the next page.
    queue = queue.then(() => (stopped ? undefined : work())).catch(() => {});
  };
  const look = () => document.visibilityState === "visible" && enqueue(pull);
  const leave = watchCart(() => {
    clearTimeout(timer);
    timer = setTimeout(() => enqueue(push), pauseMs);
  });
  document.addEventListener("visibilitychange", look);
  enqueue(pull);
  return () => {
    stopped = true;
    clearTimeout(timer);
    leave();
    document.removeEventListener("visibilitychange", look);
  };

  async function pull() {
    const answer = await ask();
    await settle(answer);
    isOwnerKnown = answer !== null;
  }

  async function push() {
    // The cart that was synced last may be another customer's.
    if (!isOwnerKnown) return pull();
    const lastSynced = readLastSynced();
    // Another tab may have saved it already.
    if (lastSynced && isSame(quantitiesOf(cartLines()), lastSynced.quantities)) return;
    await save(lastSynced?.revision ?? 0);
  }

  /** Replaces the saved cart of that revision, then merges the answer. */
  async function save(revision: number) {
    const before = readLastSynced();
    const answer = await ask(revision);
    const lastSynced = readLastSynced();
    // The shop refused this cart, so it can't have saved it.
    if (before && lastSynced?.revision === before.revision && answer?.saved === false) {
      keepLastSynced({ ...lastSynced, sent: before.sent });
    }
    await settle(answer);
  }

  /** Merges the shop's cart into this one, without what another customer left here, and saves the result unless both are the same. See docs/decisions/0369. */
  async function settle(answer: SavedCartAnswer) {
    if (!answer || stopped) return;
    const { owner, revision, lines: saved } = answer;
    const lastSynced = readLastSynced();
    const before = lastSynced?.owner === owner ? lastSynced : undefined;
    const shown = cartLines();
    const isOthers = lastSynced !== undefined && !before;
    const mine = isOthers ? addedSince(shown, { ...lastSynced.quantities, ...lastSynced.sent }) : shown;
    const merged = answer.saved ? mine : mergeCarts(mine, saved, before?.quantities, before?.sent);
    if (!isSame(quantitiesOf(merged), quantitiesOf(shown))) changeCart({ type: "replace", lines: merged });
    if (!isSame(quantitiesOf(merged), quantitiesOf(mine))) tell(mine, merged);
    // Once there is a newer revision, what was sent for the older one can't be saved any more.
    const sent = before?.revision === revision ? before.sent : {};
    keepLastSynced({ owner, revision, quantities: quantitiesOf(saved), sent });
    if (!isSame(quantitiesOf(merged), quantitiesOf(saved))) await save(revision);
  }
}

/**
 * Empties this browser's cart if it was that of a customer who has deleted their account. One that others have synced since, or a visitor's, stays.
 *
 * @param owner as the shop names it
 */
export function emptyCartOf(owner: string) {
  if (readLastSynced()?.owner !== owner) return;
  // First, so that another tab that follows finds nothing to merge with.
  attempt(() => localStorage.removeItem(lastSyncedKey(keptToken())));
  changeCart({ type: "clear" });
}

/** Reads the saved cart. @param revision replaces the saved cart of this revision by the browser's, and reads what is saved then */
async function ask(revision?: number): Promise<SavedCartAnswer> {
  const lastSynced = readLastSynced();
  if (lastSynced && revision !== undefined) {
    const changes = changesOf(quantitiesOf(cartLines()), lastSynced.quantities);
    keepLastSynced({ ...lastSynced, sent: { ...lastSynced.sent, ...changes } });
  }
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"revision":${revision},"lines":${stringifyCart(cartLines(), defaultCurrency)}}`,
  };
  const answer = await fetch("/cart/saved", revision === undefined ? {} : post);
  if (!answer.ok) throw new Error(`The saved cart was answered with ${answer.status}`);
  const saved = await answer.json();
  // Another tab has synced since, and this answer may be older.
  return readLastSynced()?.revision === lastSynced?.revision ? saved : ask();
}

function tell(before: CartLine[], now: CartLine[]) {
  const isMore = totalQuantity(now) > totalQuantity(before) || cartSubtotal(now) > cartSubtotal(before);
  showToast({
    type: "info",
    title: "Cart updated",
    text: isMore
      ? "Items you added on another device are now in this cart."
      : "Items you removed or bought on another device are no longer in this cart.",
    link: { to: "/cart", label: "View cart" },
  });
}

function isSame(one: Quantities, other: Quantities) {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

function readLastSynced(): LastSynced | undefined {
  return attempt(() => {
    const { owner, revision, quantities, sent } = Object(
      JSON.parse(localStorage.getItem(lastSyncedKey(keptToken())) ?? "null"),
    );
    const isComplete = typeof owner === "string" && Number.isSafeInteger(revision) && revision >= 0;
    return isComplete ? { owner, revision, quantities: Object(quantities), sent: Object(sent) } : undefined;
  });
}

function keepLastSynced(lastSynced: LastSynced) {
  attempt(() => localStorage.setItem(lastSyncedKey(readToken()), JSON.stringify(lastSynced)));
}

function lastSyncedKey(token: string) {
  return `savedCart-${token}`;
}
