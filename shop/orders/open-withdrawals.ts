import { type ExpressionBuilder, sql } from "kysely";
import type { Schema } from "#database/schema.ts";

/** Whether an order's customer has withdrawn, and staff aren't done with that. A repeat is done with the statement that it repeats. */
export function hasOpenWithdrawal(eb: ExpressionBuilder<Schema, "orders">) {
  const statements = eb.selectFrom("withdrawals").select("withdrawals.id").where(isOpenStatement);
  const about = statements.where(({ eb, ref }) =>
    eb.or([eb("withdrawals.orderId", "=", ref("orders.id")), eb("withdrawals.matchedOrderId", "=", ref("orders.id"))]),
  );
  return eb.exists(about);
}

/** A condition on `withdrawals`: staff aren't done with the statement, and it is no repeat. */
export function isOpenStatement(eb: ExpressionBuilder<Schema, "withdrawals">) {
  return eb.and([eb("withdrawals.doneAt", "is", null), eb.not(isRepeat(eb))]);
}

/**
 * A condition on `withdrawals`: the statement says the same as an earlier one with which staff weren't done when it came. Such ones are kept as evidence,
 * and ask for nothing new.
 */
export function isRepeat(eb: ExpressionBuilder<Schema, "withdrawals">) {
  const earlier = eb.selectFrom("withdrawals as earlier").select("earlier.id");
  const same = earlier
    .whereRef("earlier.content", "=", "withdrawals.content")
    .where((eb) =>
      eb(
        eb.refTuple("earlier.receivedAt", "earlier.id"),
        "<",
        eb.refTuple("withdrawals.receivedAt", "withdrawals.id") as never,
      ),
    )
    .where((eb) =>
      eb.or([eb("earlier.doneAt", "is", null), eb("earlier.doneAt", ">=", eb.ref("withdrawals.receivedAt"))]),
    );
  const order = orderIdOf();
  // Each by an index: most statements have the same content.
  const ofOrder = same.where((eb) =>
    eb.or([
      eb("earlier.orderId", "=", order),
      eb.and([eb("earlier.orderId", "is", null), eb("earlier.matchedOrderId", "=", order)]),
    ]),
  );
  const ofNoOrder = same
    .where("earlier.orderId", "is", null)
    .where("earlier.matchedOrderId", "is", null)
    .whereRef("earlier.orderNumber", "=", "withdrawals.orderNumber")
    .whereRef("earlier.email", "=", "withdrawals.email");
  return eb.or([eb.exists(ofOrder), eb.and([eb(order, "is", null), eb.exists(ofNoOrder)])]);
}

/** The id of the order that a statement is about: the one that matched what was typed, or that staff have found. */
export function orderIdOf() {
  return sql<number | null>`coalesce(${sql.ref("withdrawals.orderId")}, ${sql.ref("withdrawals.matchedOrderId")})`;
}
