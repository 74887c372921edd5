import type { Database } from "#database/connect.ts";
import type { OrderState } from "#database/schema.ts";
import type { DiscountTerms } from "./discount.ts";
import type { Discount } from "./discount-form.ts";
import { DiscountRefusedError } from "./discount-refusal.ts";

/** The columns that decide what a code does. */
export const termColumns = ["code", "kind", "value", "minimumCents", "category"] as const;

type DiscountState = Pick<Discount, "isDisabled" | "startsAt" | "endsAt">;

/** Why no customer can use a code at a moment, however often it was used. */
export function stateRefusal({ isDisabled, startsAt, endsAt }: DiscountState, now: Date) {
  const time = now.getTime();
  if (isDisabled || (startsAt !== null && startsAt > time)) return "unknown";
  return endsAt !== null && endsAt <= time ? "expired" : undefined;
}

/**
 * Why a customer can't use a code once more.
 *
 * @param own the states of their orders that use it
 * @param uses how often it is used, theirs included
 */
export function limitRefusal(
  { usesLimit, oncePerCustomer }: Pick<Discount, "usesLimit" | "oncePerCustomer">,
  { own, uses }: { own: OrderState[]; uses: number },
): "unpaidOrder" | "usedUp" | "usedByCustomer" | undefined {
  const isUsedUp = usesLimit !== null && uses >= usesLimit;
  if (!isUsedUp && (!oncePerCustomer || own.length === 0)) return undefined;
  if (own.includes("awaiting-payment")) return "unpaidOrder";
  return isUsedUp ? "usedUp" : "usedByCustomer";
}

interface CodeCheck {
  /** undefined while nobody has signed in. */
  userId?: string | undefined;
  now: Date;
  /** The idempotency key of the purchase: an unpaid order with this key is replaced, so it doesn't count. */
  checkoutKey?: string | undefined;
}

/**
 * What a code does, if a customer may use it now: nothing is claimed.
 *
 * @param code normalized
 * @throws DiscountRefusedError
 */
export async function checkDiscount(db: Database, code: string, { userId, now, checkoutKey }: CodeCheck) {
  const discount = await db.selectFrom("discounts").selectAll().where("code", "=", code).executeTakeFirst();
  if (!discount) throw new DiscountRefusedError({ reason: "unknown" });
  const refused = stateRefusal(discount, now);
  if (refused) throw new DiscountRefusedError({ reason: refused });
  const all = userId === undefined ? [] : await readOwnUses(db, discount.id, userId);
  const kept = all.filter(({ state, key }) => state !== "awaiting-payment" || key !== checkoutKey);
  const uses = discount.uses - (all.length - kept.length);
  const reason = limitRefusal(discount, { own: kept.map(({ state }) => state), uses });
  if (reason) throw new DiscountRefusedError({ reason });
  const terms = Object.fromEntries(termColumns.map((column) => [column, discount[column]])) as unknown as DiscountTerms;
  return withSubcategories(db, terms);
}

/** A code's terms with the categories in its own. */
export async function withSubcategories(db: Database, terms: DiscountTerms): Promise<DiscountTerms> {
  if (terms.category === null) return terms;
  const rows = await db.selectFrom("categories").select("slug").where("parent", "=", terms.category).execute();
  return rows.length > 0 ? { ...terms, subcategories: rows.map(({ slug }) => slug) } : terms;
}

/** The states of a customer's orders that use a code, and their idempotency keys. */
export function readOwnUses(db: Database, discountId: number, userId: string) {
  return db
    .selectFrom("discountUses")
    .innerJoin("orders", "orders.id", "discountUses.orderId")
    .select(["state", "idempotencyKey as key"])
    .where("userId", "=", userId)
    .where("discountId", "=", discountId)
    .execute();
}

/** Whether owners have set up any code that isn't disabled: only then the checkout asks for one. */
export async function hasDiscounts(db: Database) {
  const codes = db.selectFrom("discounts").select("id").where("isDisabled", "=", 0);
  return (await codes.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether customers can use a code at a moment, for its owner. */
export function discountState(discount: DiscountState & Pick<Discount, "uses" | "usesLimit">, now: Date) {
  const { isDisabled, startsAt, uses, usesLimit } = discount;
  if (isDisabled) return "Disabled";
  if (stateRefusal(discount, now) === "expired") return "Expired";
  if (usesLimit !== null && uses >= usesLimit) return "Used up";
  return startsAt !== null && startsAt > now.getTime() ? "Scheduled" : "Active";
}
