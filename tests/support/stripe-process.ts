import { seededRandom } from "../soak/seeded-random.ts";
import { randomDelays } from "./serve-provider.ts";
import { StripeRefusal } from "./stripe-account.ts";
import type { Session } from "./stripe-samples.ts";
import { openStripeStandIn } from "./stripe-stand-in.ts";

export interface StripeRun {
  file: string;
  port: number;
  eventsTo: string;
  seed: number;
}

const settleIntervalMs = 200;

/**
 * The stand-in for Stripe in a process of its own, that can be killed. Its events come at once, late, twice, out of order or never; it is
 * away for moments, and loses answers; and banks take their time with refunds, and refuse some. Some payments are refunded in part in its
 * dashboard, and some orders are named by payments that aren't theirs.
 */
const { file, port, eventsTo, seed }: StripeRun = JSON.parse(process.argv[2] ?? "");
const random = seededRandom(seed);

const { books, account } = await openStripeStandIn({
  file,
  port,
  eventsTo,
  mood: {
    trouble() {
      const chance = random();
      if (chance < 0.03) return "unavailable";
      return chance < 0.08 ? "cut" : undefined;
    },
    deliverAfter: () => randomDelays(random),
    refundStatus() {
      const chance = random();
      if (chance < 0.1) return "failed";
      return chance < 0.4 ? "pending" : "succeeded";
    },
  },
});

setInterval(() => {
  const waiting = books.list("refund").filter(({ status }) => status === "pending");
  for (const { id } of waiting) books.atOnce(() => account.settleRefund(id, random() < 0.8 ? "succeeded" : "failed"));
}, settleIntervalMs);

const latest = 50;
const seen = new Set<string>();

setInterval(() => {
  for (const session of books.latest("session", latest)) {
    if (session.payment_status !== "paid" || session.payment_link || seen.has(session.id)) continue;
    seen.add(session.id);
    actOn(session);
  }
}, settleIntervalMs);

function actOn({ payment_intent, client_reference_id }: Session) {
  const chance = random();
  try {
    if (chance < 0.1) {
      const refund = [
        ["payment_intent", String(payment_intent)],
        ["amount", String(1 + Math.floor(random() * 500))],
      ] as const;
      books.atOnce(() => account.createRefund(new Map(refund)));
    } else if (chance < 0.2) {
      const cent = { amount: 1, currency: "nok" };
      books.atOnce(() => account.pay(account.openPaymentLink(client_reference_id ?? "", cent).id));
    }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
  }
}

process.send?.("open");
