import { expect, inject, test } from "vitest";
import { shopUnderFaults } from "./soak/shop-under-faults.ts";
import type { Engine } from "./support/running-shop.ts";

/** The short form of `npm run soak`, which goes on for minutes and kills something else each time. */
test.for<Engine>(["sqlite", "postgres"])(
  "nothing that was acknowledged is lost when what serves it is killed, on %s",
  {
    timeout: 400_000,
  },
  async (engine, { skip }) => {
    skip(engine === "postgres" && !inject("postgresUrl"));
    const { counts, problems } = await shopUnderFaults({ engine, seconds: 3, shoppers: 2, seed: 1 });
    expect(problems).toEqual([]);
    expect(counts["orders answered"]).toBeGreaterThan(0);
    expect(counts["servers killed"] + counts["processes killed"] + counts["PostgreSQL killed"]).toBeGreaterThan(0);
  },
);
