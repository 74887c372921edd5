import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#database/schema.ts";
import type { ProviderDispute } from "../../payments/provider.ts";
import type { OrderEvent } from "./events.ts";
import { addEvent, type OrderChange } from "./order.ts";

export type DisputeState = ProviderDispute["state"];

const outcomes = { won: "disputeWon", lost: "disputeLost", closed: "disputeClosed" } as const;
const steps = { open: "disputed", ...outcomes } as const satisfies Record<DisputeState, OrderTransition>;
const states = new Map<OrderTransition, DisputeState>(
  Object.entries(steps).map(([state, step]) => [step, state as DisputeState]),
);

/** Records that a bank questions an order's payment, or what came of it. The same news twice, or late, changes nothing. See docs/decisions/0169. */
export function applyDispute(
  unchanged: OrderChange,
  { provider, dispute }: { provider: string; dispute: ProviderDispute },
): OrderChange {
  const { externalId, reason, amountCents, state } = dispute;
  const known = unchanged.order.events.filter(
    ({ step, note }) => states.has(step) && note?.endsWith(`(${externalId})`),
  );
  if (known.some(({ step }) => step === steps[state]) || (state === "open" && known.length > 0)) return unchanged;
  // All events of a dispute have one note, which tells them from those of another.
  const note = known[0]?.note ?? `${reason} (${externalId})`;
  const event = { actor: { type: "provider", id: provider }, amountCents, note } as const;
  if (state === "open") return addEvent(unchanged, { ...event, step: steps.open }, "ownerNotice");
  const opened = known.length > 0 ? unchanged : addEvent(unchanged, { ...event, step: steps.open });
  return addEvent(opened, { ...event, step: steps[state] }, "ownerNotice");
}

/** What an order's disputes came to: open while one of them is, otherwise the last one's outcome; undefined without any. */
export function disputeOf(events: Pick<OrderEvent, "step" | "note">[]): DisputeState | undefined {
  const open = new Set<string | null>();
  let last: DisputeState | undefined;
  for (const { step, note } of events) {
    const state = states.get(step);
    if (state === "open") open.add(note);
    else if (state) open.delete(note);
    last = state ?? last;
  }
  return open.size > 0 ? "open" : last;
}

/** The disputes of some orders, by the orders' ids. */
export async function readDisputes(db: Database, orderIds: number[]): Promise<Map<number, DisputeState | undefined>> {
  if (orderIds.length === 0) return new Map();
  const events = await db
    .selectFrom("orderEvents")
    .select(["orderId", "step", "note"])
    .where("orderId", "in", orderIds)
    .where("step", "in", [...states.keys()])
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  return new Map([...Map.groupBy(events, ({ orderId }) => orderId)].map(([id, events]) => [id, disputeOf(events)]));
}

/** The ids of orders with an open dispute. `disputeOf` has the same rule. */
export function ordersWithOpenDisputes(db: Database) {
  return (
    db
      .selectFrom("orderEvents as disputed")
      .select("disputed.orderId")
      .distinct()
      // Written out, because no parameter can match the condition of an index.
      .where("disputed.step", "=", sql.lit(steps.open))
      .where((eb) => {
        const closed = eb.selectFrom("orderEvents as closed").select("closed.step");
        const ofSame = closed
          .whereRef("closed.orderId", "=", "disputed.orderId")
          .whereRef("closed.note", "=", "disputed.note");
        return eb.not(eb.exists(ofSame.where("closed.step", "in", Object.values(outcomes))));
      })
  );
}
