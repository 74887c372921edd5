import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { PlatformCheckoutsTable } from "#database/schema.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { type Caller, extensions, requireSignature } from "./caller.ts";
import { findCart } from "./carts.ts";
import { describeCheckout } from "./describe-checkout.ts";
import { type CheckoutRow, type CheckoutStage, findCheckout, stageOf } from "./find-checkout.ts";
import { readSent } from "./read-sent.ts";
import { errorMessage, notFound, Refusal } from "./refusal.ts";
import { chooseMethod, createId, createLink, readSelection, type Selection, writeSelection } from "./selection.ts";
import type { NewPlatformCheckoutForm, PlatformCheckoutForm, SentFulfillment } from "./selection-form.ts";

/** After the last change of a checkout. See docs/decisions/0269. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** A checkout, and whether it is new: a cart has one open checkout at a time. */
interface Opened {
  isNew: boolean;
  checkout: object;
}

/** Opens a checkout, or returns the open one of a cart. @throws Refusal, RateLimitError, SignatureError */
export async function createCheckout(db: Database, caller: Caller, form: NewPlatformCheckoutForm): Promise<Opened> {
  const { cart_id: cartId } = form;
  if (cartId !== undefined && caller.capabilities.has(extensions.cart)) return convertCart(db, caller, form, cartId);
  const selection = await readSent(db, caller, form);
  const row = await insertCheckout(db, caller, {
    ...selection,
    fulfillment: await chooseOffered(db, form.fulfillment),
  });
  return { isNew: true, checkout: await describeCheckout(db, caller, row) };
}

/** A cart's items, codes, buyer and context count, whatever else was sent. See docs/decisions/0268. */
async function convertCart(
  db: Database,
  caller: Caller,
  { buyer, context, fulfillment }: NewPlatformCheckoutForm,
  cartId: string,
): Promise<Opened> {
  for (;;) {
    const cart = await findCart(db, caller, cartId);
    const former = cart.checkoutId === null ? undefined : await findCheckout(db, "id", cart.checkoutId);
    if (former && ["open", "inProgress"].includes(stageOf(former, caller.shop.now()))) {
      requireSignature(former, caller);
      return { isNew: false, checkout: await describeCheckout(db, caller, former) };
    }
    const selection = readSelection(cart);
    const row = await insertCheckout(
      db,
      caller,
      { buyer, context, ...withoutUnset(selection), fulfillment: await chooseOffered(db, fulfillment) },
      cartId,
    );
    const isFirst = await db
      .updateTable("platformCarts")
      // The cart follows its checkout's changes.
      .set({ checkoutId: row.id, ...(row.isSigned && { isSigned: row.isSigned }) })
      .where("id", "=", cartId)
      .where("checkoutId", cart.checkoutId === null ? "is" : "=", cart.checkoutId)
      .returning("id")
      .executeTakeFirst();
    if (isFirst) return { isNew: true, checkout: await describeCheckout(db, caller, row) };
    await db.deleteFrom("platformCheckouts").where("id", "=", row.id).execute();
  }
}

function withoutUnset({ items, codes, buyer, context }: Selection) {
  return { items, codes, ...(buyer && { buyer }), ...(context && { context }) };
}

/** @throws Refusal, SignatureError */
export async function getCheckout(db: Database, caller: Caller, id: string) {
  return describeCheckout(db, caller, await findOwn(db, caller, id));
}

/** Replaces what is in a checkout. Its cart follows. @throws Refusal, RateLimitError, SignatureError */
export async function updateCheckout(db: Database, caller: Caller, id: string, form: PlatformCheckoutForm) {
  const row = await findOpen(db, caller, id);
  const sent = await readSent(db, caller, form, readSelection(row));
  const columns = writeCheckout(caller, { ...sent, fulfillment: await chooseOffered(db, form.fulfillment) });
  await changeOpen(db, caller, row, columns);
  if (row.cartId !== null) {
    const { items, codes, buyer, context } = columns;
    const cart = { items, codes, buyer, context };
    await db.updateTable("platformCarts").set(cart).where("id", "=", row.cartId).execute();
  }
  return describeCheckout(db, caller, { ...row, ...columns });
}

/** Takes no payment: it answers what is missing, or that the buyer has to go on in the shop. @throws Refusal, SignatureError */
export async function completeCheckout(db: Database, caller: Caller, id: string) {
  return describeCheckout(db, caller, await findOpen(db, caller, id));
}

/** Ends a checkout, also while its buyer pays: the order is theirs alone then. @throws Refusal, SignatureError */
export async function cancelCheckout(db: Database, caller: Caller, id: string) {
  const row = await findOwn(db, caller, id);
  const stage = stageOf(row, caller.shop.now());
  if (stage === "completed" || stage === "canceled") throw ended(stage);
  const canceledAt = caller.shop.now().getTime();
  await changeOpen(db, caller, row, { canceledAt });
  return describeCheckout(db, caller, { ...row, canceledAt });
}

async function chooseOffered(db: Database, sent: SentFulfillment | undefined) {
  const options = await readDeliveryOptions(db);
  return chooseMethod(sent, new Set(options.map(({ isPickup }) => (isPickup ? "pickup" : "shipping"))));
}

async function insertCheckout(db: Database, caller: Caller, selection: Selection, cartId: string | null = null) {
  const row = {
    ...{ id: createId("checkout"), link: createLink(), platform: caller.platform.url, cartId },
    ...{ ...writeCheckout(caller, selection), canceledAt: null, orderKey: createId("order"), orderId: null },
    ...{ isSigned: caller.isSigned ? (1 as const) : (0 as const), createdAt: caller.shop.now().getTime() },
  };
  await db.insertInto("platformCheckouts").values(row).execute();
  return { ...row, orderNumber: null, orderState: null, deliveryOptionId: null, provider: null, paymentState: null };
}

function writeCheckout({ shop, platform }: Caller, selection: Selection) {
  return {
    ...writeSelection(selection),
    fulfillment: selection.fulfillment ? JSON.stringify(selection.fulfillment) : null,
    webhookUrl: platform.webhookUrl !== undefined && URL.canParse(platform.webhookUrl) ? platform.webhookUrl : null,
    expiresAt: shop.now().getTime() + lifetimeMs,
  };
}

/** A platform's own checkout. @throws Refusal, SignatureError */
async function findOwn(db: Database, caller: Caller, id: string) {
  const row = await findCheckout(db, "id", id);
  if (!row || row.platform !== caller.platform.url) throw notFound("Checkout");
  requireSignature(row, caller);
  return row;
}

async function findOpen(db: Database, caller: Caller, id: string) {
  const row = await findOwn(db, caller, id);
  const stage = stageOf(row, caller.shop.now());
  if (stage !== "open") throw ended(stage);
  return row;
}

type Changed = Partial<Selectable<PlatformCheckoutsTable>>;

/** Changes a checkout unless its buyer has ordered since it was read, or it was cancelled. */
async function changeOpen(db: Database, { shop }: Caller, { id, orderId }: CheckoutRow, columns: Changed) {
  const changed = await db
    .updateTable("platformCheckouts")
    .set(columns)
    .where("id", "=", id)
    .where("canceledAt", "is", null)
    .where("orderId", orderId === null ? "is" : "=", orderId)
    .returning("id")
    .executeTakeFirst();
  if (changed) return;
  const row = await findCheckout(db, "id", id);
  if (!row) throw notFound("Checkout");
  throw ended(stageOf(row, shop.now()));
}

function ended(stage: CheckoutStage) {
  const reasons: Partial<Record<CheckoutStage, string>> = {
    completed: "The buyer has ordered: this checkout can't be changed any more.",
    canceled: "This checkout was canceled or has expired.",
  };
  const text = reasons[stage] ?? "The buyer is paying: this checkout can't be changed now.";
  const code = stage === "inProgress" || stage === "open" ? "checkout_in_progress" : `checkout_${stage}`;
  return new Refusal([errorMessage(code, text, "unrecoverable")], { isConflict: true });
}
