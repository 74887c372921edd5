import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { readOwnUses, stateRefusal, termColumns } from "./check-discount.ts";
import type { DiscountedLine, DiscountTerms } from "./discount.ts";
import { DiscountRefusedError, refusalFor } from "./discount-refusal.ts";

interface Claim {
  orderId: number;
  userId: string;
  lines: (Omit<DiscountedLine, "category"> & { id: string })[];
  now: Date;
}

/**
 * Claims a code for an order, in the transaction that places it, after its lines were taken from stock. Whoever uses the same code waits until
 * this transaction ends, so that a code is never used more often than it may be.
 *
 * @param code normalized
 * @returns what it does, and the order's lines with the categories that it depends on
 * @throws DiscountRefusedError
 */
export async function claimDiscount(transaction: Database, code: string, { orderId, userId, lines, now }: Claim) {
  const [claimed] = await claimUse(transaction, { code, time: now.getTime() });
  if (!claimed) throw await explainRefusal(transaction, code, now);
  const { id: discountId, oncePerCustomer, ...terms } = claimed;
  // Earlier uses may be of a time when the code could be used more often.
  const isUsed = oncePerCustomer === 1 && (await readOwnUses(transaction, discountId, userId)).length > 0;
  const onlyUserId = oncePerCustomer ? userId : null;
  const [use] = isUsed ? [] : await insertUse(transaction, { orderId, discountId, onlyUserId });
  if (!use) throw new DiscountRefusedError({ reason: "usedByCustomer" });
  const discounted = await withCategories(transaction, lines, terms);
  const refusal = refusalFor(discounted, terms);
  if (refusal) throw new DiscountRefusedError(refusal);
  return { terms: terms as DiscountTerms, lines: discounted };
}

const claimUse = prepared<{ code: string; time: number }>()((db, value) =>
  db
    .updateTable("discounts")
    .set((eb) => ({ uses: eb("uses", "+", 1) }))
    .where("code", "=", value("code"))
    .where("isDisabled", "=", 0)
    .where((eb) => eb.or([eb("startsAt", "is", null), eb("startsAt", "<=", value("time"))]))
    .where((eb) => eb.or([eb("endsAt", "is", null), eb("endsAt", ">", value("time"))]))
    .where((eb) => eb.or([eb("usesLimit", "is", null), eb("uses", "<", eb.ref("usesLimit"))]))
    .returning(["id", "oncePerCustomer", ...termColumns]),
);

const insertUse = prepared<{ orderId: number; discountId: number; onlyUserId: string | null }>()((db, value) =>
  db
    .insertInto("discountUses")
    .values({ orderId: value("orderId"), discountId: value("discountId"), onlyUserId: value("onlyUserId") })
    .onConflict((conflict) => conflict.doNothing())
    .returning("orderId"),
);

async function explainRefusal(db: Database, code: string, now: Date) {
  const discount = await db.selectFrom("discounts").selectAll().where("code", "=", code).executeTakeFirst();
  return new DiscountRefusedError({ reason: discount ? (stateRefusal(discount, now) ?? "usedUp") : "unknown" });
}

/** Gives a cancelled order's use back, once. The transaction has locked the order. */
export async function releaseDiscount(transaction: Database, orderId: number) {
  const use = await transaction
    .selectFrom("discountUses")
    .select("discountId")
    .where("orderId", "=", orderId)
    .executeTakeFirst();
  if (!use) return;
  // The code first, as all who change its uses do.
  await transaction
    .updateTable("discounts")
    .set((eb) => ({ uses: eb("uses", "-", 1) }))
    .where("id", "=", use.discountId)
    .execute();
  await transaction.deleteFrom("discountUses").where("orderId", "=", orderId).execute();
}

/** Adds their products' categories to lines, if the code depends on them. */
async function withCategories(db: Database, lines: Claim["lines"], { category }: Pick<DiscountTerms, "category">) {
  if (category === null) return lines;
  const ids = lines.map(({ id }) => id);
  const products = await db.selectFrom("products").select(["id", "category"]).where("id", "in", ids).execute();
  const categories = new Map(products.map((product) => [product.id, product.category]));
  return lines.map((line) => ({ ...line, category: categories.get(line.id) }));
}
