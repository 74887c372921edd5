import { seededRandom } from "../soak/seeded-random.ts";
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
 * away for moments, and loses answers; and banks take their time with refunds, and refuse some.
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
    deliverAfter() {
      const chance = random();
      if (chance < 0.15) return [];
      if (chance < 0.3) return [0, random() * 1000];
      return chance < 0.6 ? [random() * 2000] : [0];
    },
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

process.send?.("open");
