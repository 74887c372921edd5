import { seededRandom } from "../soak/seeded-random.ts";
import { randomDelays } from "./serve-provider.ts";
import { type VippsPayment, VippsRefusal } from "./vipps-account.ts";
import { openVippsStandIn } from "./vipps-stand-in.ts";

export interface VippsRun {
  file: string;
  port: number;
  seed: number;
}

const actIntervalMs = 200;

/**
 * The stand-in for Vipps in a process of its own, that can be killed. Its events come at once, late, twice, out of order or never; it is away for
 * moments, slow for others, and loses answers; it declines some captures for now. Some payments are captured, let go or refunded in the business
 * portal.
 */
const { file, port, seed }: VippsRun = JSON.parse(process.argv[2] ?? "");
const random = seededRandom(seed);

const { books, account } = await openVippsStandIn({
  file,
  port,
  mood: {
    trouble() {
      const chance = random();
      if (chance < 0.03) return "unavailable";
      if (chance < 0.06) return new Promise((resolve) => setTimeout(resolve, 500));
      return chance < 0.1 ? "cut" : undefined;
    },
    deliverAfter: () => randomDelays(random),
    captureRefusal: () => (random() < 0.1 ? "6260" : undefined),
  },
});

const latest = 50;
const seen = new Set<string>();

setInterval(() => {
  for (const payment of books.latest("payment", latest)) {
    // Each is looked at once while it is reserved, and once when it is captured.
    const name = `${payment.id} ${payment.aggregate.capturedAmount.value > 0}`;
    if (payment.state !== "AUTHORIZED" || seen.has(name)) continue;
    seen.add(name);
    act(payment, random());
  }
}, actIntervalMs);

function act({ id, amount, aggregate }: VippsPayment, chance: number) {
  const captured = aggregate.capturedAmount.value;
  try {
    books.atOnce(() => {
      if (captured > 0 && chance < 0.2) account.refund(id, 1 + Math.floor(random() * Math.min(captured, 500)));
      else if (captured === 0 && chance < 0.04) account.cancel(id);
      else if (captured === 0 && chance < 0.08) account.capture(id, amount.value);
    });
  } catch (error) {
    if (!(error instanceof VippsRefusal)) throw error;
  }
}

process.send?.("open");
