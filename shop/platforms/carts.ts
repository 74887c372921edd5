import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { PlatformCartsTable } from "#database/schema.ts";
import { calculateSums, calculateVat } from "../orders/sums.ts";
import { type Caller, continueUrl, requireSignature, toLinks } from "./caller.ts";
import { shownContext } from "./check-claims.ts";
import { toDiscounts, toLineItems } from "./describe-selection.ts";
import { priceSelection, readSent } from "./read-sent.ts";
import { notFound } from "./refusal.ts";
import { createId, createLink, isId, readSelection, writeSelection } from "./selection.ts";
import type { PlatformCartForm } from "./selection-form.ts";
import { toTotals } from "./totals.ts";

type CartRow = Selectable<PlatformCartsTable>;

/** After the last change of a cart. See docs/decisions/0269. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** Opens a cart. @throws Refusal when the shop sells none of its items */
export async function createCart(db: Database, caller: Caller, form: PlatformCartForm) {
  const selection = await readSent(db, caller, form);
  const time = caller.shop.now().getTime();
  const row = {
    ...{ id: createId("cart"), link: createLink(), platform: caller.platform.url, checkoutId: null },
    ...{ ...writeSelection(selection), createdAt: time, expiresAt: time + lifetimeMs },
    isSigned: caller.isSigned ? (1 as const) : (0 as const),
  };
  await db.insertInto("platformCarts").values(row).execute();
  return describeCart(db, caller, row);
}

/** @throws Refusal, SignatureError */
export async function getCart(db: Database, caller: Caller, id: string) {
  return describeCart(db, caller, await findCart(db, caller, id));
}

/** Replaces what is in a cart. @throws Refusal, SignatureError */
export async function updateCart(db: Database, caller: Caller, id: string, form: PlatformCartForm) {
  const row = await findCart(db, caller, id);
  const selection = await readSent(db, caller, form, readSelection(row));
  const changed = { ...writeSelection(selection), expiresAt: caller.shop.now().getTime() + lifetimeMs };
  await db.updateTable("platformCarts").set(changed).where("id", "=", id).execute();
  return describeCart(db, caller, { ...row, ...changed });
}

/** Deletes a cart. @returns what it held @throws Refusal, SignatureError */
export async function cancelCart(db: Database, caller: Caller, id: string) {
  const row = await findCart(db, caller, id);
  await db.deleteFrom("platformCarts").where("id", "=", id).execute();
  const { continue_url: _, expires_at: __, ...cart } = await describeCart(db, caller, row);
  return cart;
}

/** A platform's own cart. @throws Refusal, SignatureError */
export async function findCart(db: Database, caller: Caller, id: string): Promise<CartRow> {
  if (!isId(id)) throw notFound("Cart");
  const row = await db
    .selectFrom("platformCarts")
    .selectAll()
    .where("id", "=", id)
    .where("platform", "=", caller.platform.url)
    .where("expiresAt", ">", caller.shop.now().getTime())
    .executeTakeFirst();
  if (!row) throw notFound("Cart");
  requireSignature(row, caller);
  return row;
}

/** A cart as the protocol has it: https://ucp.dev/2026-04-08/schemas/shopping/cart.json. Its sums are those of the shop's own cart. */
async function describeCart(db: Database, caller: Caller, row: CartRow) {
  const { settings } = caller.shop;
  const { currency, delivery } = settings;
  const selection = readSelection(row);
  const { items, hasCodes, discount, messages } = await priceSelection(db, caller, selection);
  const { lines } = items;
  const terms = { discount, ...(lines.length > 0 && { delivery }) };
  return {
    id: row.id,
    line_items: toLineItems(items, discount, settings),
    currency,
    totals: toTotals(calculateSums(lines, terms), calculateVat(lines, terms), {
      isPickup: delivery.isPickup,
      total: "Estimated total",
    }),
    ...(selection.buyer && { buyer: selection.buyer }),
    ...(selection.context && { context: shownContext(selection.context) }),
    ...(hasCodes && { discounts: toDiscounts(selection.codes, lines, { discount, currency }) }),
    messages,
    links: toLinks(settings),
    continue_url: continueUrl(settings, row.link),
    expires_at: new Date(row.expiresAt).toISOString(),
  };
}
