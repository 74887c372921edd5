import { deliveryCost } from "../../delivery/delivery.ts";
import { readDeliveryOptions } from "../../delivery/read-delivery.ts";
import type { Shop } from "../../shop.ts";
import { loadOrder } from "../load-order.ts";
import { isOpenStatement } from "../open-withdrawals.ts";
import type { OpenWithdrawals, WithdrawalTerms } from "../state/apply-withdrawal.ts";
import type { Order } from "../state/order.ts";
import { exceptedProducts, readExceptions } from "./read-exceptions.ts";
import { readWithdrawalsOf, returnIdOf } from "./read-withdrawals.ts";

type Context = Pick<Shop, "db" | "settings">;

/**
 * What can't be returned, whether a company bought, and what is refunded of the delivery. A consumer who chose a dearer one than the standard delivery
 * bears the difference (Directive 2011/83/EU, article 13).
 */
export async function readWithdrawalTerms(
  { db, settings }: Context,
  { id, lines }: Pick<Order, "id" | "lines">,
): Promise<WithdrawalTerms> {
  const { company, deliveryCents, subtotalCents, discountCents } = await db
    .selectFrom("orders")
    .select(["company", "deliveryCents", "subtotalCents", "discountCents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const options = (await readDeliveryOptions(db)).filter(({ isPickup }) => !isPickup);
  const prices = options.map((option) => deliveryCost(option, subtotalCents - discountCents));
  const ids = lines.map(({ productId }) => productId);
  return {
    excepted: exceptedProducts(await readExceptions(db, settings.categories, ids)),
    needsAnswer: company !== null,
    deliveryCents: Math.min(deliveryCents, ...prices),
  };
}

/** What follows from the statements about an order once it is sent; undefined without any. */
export async function readOpenWithdrawals(shop: Context, orderNumber: string): Promise<OpenWithdrawals | undefined> {
  const statements = await readWithdrawalsOf(shop.db, orderNumber);
  if (statements.length === 0) return undefined;
  const order = await loadOrder(shop.db, orderNumber);
  const open = await shop.db
    .selectFrom("withdrawals")
    .select("id")
    .where(
      "id",
      "in",
      statements.map(({ id }) => id),
    )
    .where(isOpenStatement)
    .execute();
  const openIds = new Set(open.map(({ id }) => id));
  const done = statements.filter(({ id }) => !openIds.has(id)).map(returnIdOf);
  return { done: new Set(done), ...(await readWithdrawalTerms(shop, order)) };
}
