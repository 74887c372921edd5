import type { Database } from "#database/connect.ts";
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
 * What a code does, if a customer may use it now: nothing is claimed. Their own unpaid orders don't count, as they are replaced.
 *
 * @param code normalized
 * @throws DiscountRefusedError
 */
export async function checkDiscount(db: Database, code: string, { userId, now }: { userId: string; now: Date }) {
  const discount = await db.selectFrom("discounts").selectAll().where("code", "=", code).executeTakeFirst();
  if (!discount) throw new DiscountRefusedError({ reason: "unknown" });
  const refused = stateRefusal(discount, now);
  if (refused) throw new DiscountRefusedError({ reason: refused });
  const own = await readOwnUses(db, discount.id, userId);
  const unpaid = own.filter((state) => state === "awaiting-payment").length;
  if (discount.usesLimit !== null && discount.uses - unpaid >= discount.usesLimit)
    throw new DiscountRefusedError({ reason: "usedUp" });
  if (discount.oncePerCustomer && own.length > unpaid) throw new DiscountRefusedError({ reason: "usedByCustomer" });
  return Object.fromEntries(termColumns.map((column) => [column, discount[column]])) as unknown as DiscountTerms;
}

/** The states of a customer's orders that use a code. */
export async function readOwnUses(db: Database, discountId: number, userId: string) {
  const uses = await db
    .selectFrom("discountUses")
    .innerJoin("orders", "orders.id", "discountUses.orderId")
    .select("state")
    .where("userId", "=", userId)
    .where("discountId", "=", discountId)
    .execute();
  return uses.map(({ state }) => state);
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
