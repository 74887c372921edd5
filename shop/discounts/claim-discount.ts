import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { limitRefusal, readOwnUses, stateRefusal, termColumns, withSubcategories } from "./check-discount.ts";
import type { DiscountedLine, DiscountTerms } from "./discount.ts";
import { DiscountRefusedError, refusalFor } from "./discount-refusal.ts";

type Line = DiscountedLine & { id: string };

/**
 * What a code does for an order's lines, as long as it isn't used up.
 *
 * @param code normalized
 * @returns its terms, and the lines with the categories that they depend on
 * @throws DiscountRefusedError
 */
export async function readDiscountFor<Of extends Line>(
  db: Database,
  code: string,
  { lines, now }: { lines: Of[]; now: Date },
) {
  const [discount] = await selectTerms(db, { code });
  if (!discount) throw new DiscountRefusedError({ reason: "unknown" });
  const { isDisabled, startsAt, endsAt, ...columns } = discount;
  const reason = stateRefusal({ isDisabled, startsAt, endsAt }, now);
  if (reason) throw new DiscountRefusedError({ reason });
  const terms = await withSubcategories(db, columns as DiscountTerms);
  const discounted = await withCategories(db, lines, terms);
  const refusal = refusalFor(discounted, terms);
  if (refusal) throw new DiscountRefusedError(refusal);
  return { discount: terms, lines: discounted };
}

const selectTerms = prepared<{ code: string }>()((db, value) =>
  db
    .selectFrom("discounts")
    .select([...termColumns, "isDisabled", "startsAt", "endsAt"])
    .where("code", "=", value("code")),
);

interface Claim {
  orderId: number;
  userId: string;
  now: Date;
}

/**
 * Claims a code for an order, so that it is never used more often than it may be. Last in the transaction that places the order: other
 * orders with the same code wait until this transaction ends.
 *
 * @param code normalized
 * @throws DiscountRefusedError
 */
export async function claimDiscount(transaction: Database, code: string, { orderId, userId, now }: Claim) {
  const [claimed] = await claimUse(transaction, { code, time: now.getTime() });
  if (!claimed) throw await explainRefusal(transaction, code, { userId, now });
  const { id: discountId, oncePerCustomer } = claimed;
  // Earlier uses may be of a time when the code could be used more often.
  const own = oncePerCustomer ? await readOwnUses(transaction, discountId, userId) : [];
  const reason = limitRefusal({ oncePerCustomer, usesLimit: null }, { own: own.map(({ state }) => state), uses: 0 });
  if (reason) throw new DiscountRefusedError({ reason });
  const onlyUserId = oncePerCustomer ? userId : null;
  const [use] = await insertUse(transaction, { orderId, discountId, onlyUserId });
  if (!use) throw new DiscountRefusedError({ reason: "usedByCustomer" });
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
    .returning(["id", "oncePerCustomer"]),
);

const insertUse = prepared<{ orderId: number; discountId: number; onlyUserId: string | null }>()((db, value) =>
  db
    .insertInto("discountUses")
    .values({ orderId: value("orderId"), discountId: value("discountId"), onlyUserId: value("onlyUserId") })
    .onConflict((conflict) => conflict.doNothing())
    .returning("orderId"),
);

async function explainRefusal(db: Database, code: string, { userId, now }: Pick<Claim, "userId" | "now">) {
  const discount = await db.selectFrom("discounts").selectAll().where("code", "=", code).executeTakeFirst();
  if (!discount) return new DiscountRefusedError({ reason: "unknown" });
  const own = (await readOwnUses(db, discount.id, userId)).map(({ state }) => state);
  const reason = stateRefusal(discount, now) ?? limitRefusal(discount, { own, uses: discount.uses }) ?? "usedUp";
  return new DiscountRefusedError({ reason });
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
async function withCategories<Of extends Line>(
  db: Database,
  lines: Of[],
  { category }: Pick<DiscountTerms, "category">,
): Promise<Of[]> {
  if (category === null) return lines;
  const ids = lines.map(({ id }) => id);
  const products = await db.selectFrom("products").select(["id", "category"]).where("id", "in", ids).execute();
  const categories = new Map(products.map((product) => [product.id, product.category]));
  return lines.map((line) => ({ ...line, category: categories.get(line.id) }));
}
