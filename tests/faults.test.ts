import { expect, inject, test } from "vitest";
import { shopUnderFaults } from "./soak/shop-under-faults.ts";
import type { Engine } from "./support/running-shop.ts";
import { isThorough } from "./support/thorough.ts";

/** The short form of `npm run soak`, which runs for minutes on both databases and kills something else each time. */
test.for<Engine>(isThorough || !inject("postgresUrl") ? ["sqlite", "postgres"] : ["postgres"])(
  "nothing that was acknowledged or paid is lost when what serves it is killed, on %s",
  {
    timeout: 400_000,
  },
  async (engine, { skip }) => {
    skip(engine === "postgres" && !inject("postgresUrl"));
    const { counts, problems } = await shopUnderFaults({
      engine,
      payments: "providers",
      seconds: 3,
      shoppers: 2,
      seed: 1,
    });
    expect(problems).toEqual([]);
    expect(counts["orders answered"]).toBeGreaterThan(0);
    expect(counts.paid).toBeGreaterThan(0);
    const kills = Object.entries(counts).filter(([name, count]) => name.endsWith("killed") && count > 0);
    expect(kills).not.toEqual([]);
  },
);
