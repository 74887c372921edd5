import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { connect, createEmptyDatabase, forEnginesInTurns } from "../../tests/support/databases.ts";
import { checkRateLimit, consumeRateLimit, RateLimitError, type RateLimitKey } from "./rate-limits.ts";

const noon = new Date("2026-11-20T12:00:00Z");

function minutesLater(minutes: number) {
  return new Date(noon.getTime() + minutes * 60_000);
}

/** Tries so often. @returns how many of the tries were let through */
async function tryTimes(db: Database, times: number, attempt: RateLimitKey, now = noon) {
  let passed = 0;
  for (let number = 0; number < times; number++) {
    await consumeRateLimit(db, [attempt], now).then(
      () => passed++,
      (error) => expect(error).toBeInstanceOf(RateLimitError),
    );
  }
  return passed;
}

const byEmail: RateLimitKey = { limit: "signInByEmail", by: "ada@example.com" };

forEnginesInTurns((openDatabase, engine) => {
  test.each([
    ["signInByEmail", 10, 15],
    ["signInByAddress", 100, 15],
    ["signUpByAddress", 60, 60],
    ["resetMailByEmail", 5, 60],
    ["verificationMailByEmail", 5, 60],
    ["mailByAddress", 60, 60],
    ["contactByAddress", 20, 60],
    ["pictureByAccount", 20, 60],
    ["failedOrderByAccount", 30, 15],
    ["wrongCodeByAccount", 10, 15],
    ["wrongCodeByAddress", 100, 15],
  ] as const)("%s: %i in %i minutes", async (limit, most, minutes) => {
    const { db } = await openDatabase();
    const attempt = { limit, by: "203.0.113.7" };
    expect(await tryTimes(db, most + 2, attempt)).toBe(most);
    expect(await tryTimes(db, 1, { limit, by: "203.0.113.8" })).toBe(1);
    expect(await tryTimes(db, 1, attempt, new Date(minutesLater(minutes).getTime() - 1))).toBe(0);
    expect(await tryTimes(db, 1, attempt, minutesLater(minutes))).toBe(1);
  });

  test("rejected attempts don't count, so retrying doesn't extend the wait", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 10, byEmail);
    expect(await tryTimes(db, 5, byEmail, minutesLater(14))).toBe(0);
    expect(await tryTimes(db, 11, byEmail, minutesLater(15))).toBe(10);
  });

  test("a refund makes room for another attempt", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 9, byEmail);
    for (let number = 0; number < 5; number++) {
      const refundRateLimit = await consumeRateLimit(db, [byEmail], noon);
      await refundRateLimit();
    }
    expect(await tryTimes(db, 3, byEmail)).toBe(1);
  });

  test("checkRateLimit consumes nothing, and throws until the window has passed", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 9, byEmail);
    for (let number = 0; number < 5; number++) await checkRateLimit(db, byEmail, noon);
    await tryTimes(db, 1, byEmail);
    await expect(checkRateLimit(db, byEmail, minutesLater(14))).rejects.toThrow(RateLimitError);
    await checkRateLimit(db, { ...byEmail, by: "bob@example.com" }, noon);
    await checkRateLimit(db, byEmail, minutesLater(15));
  });

  test("a request that one limit rejects consumes no other limit", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 10, byEmail);
    const byAddress: RateLimitKey = { limit: "signInByAddress", by: "203.0.113.7" };
    await tryTimes(db, 98, byAddress);
    await expect(consumeRateLimit(db, [byAddress, byEmail], noon)).rejects.toThrow(RateLimitError);
    expect(await tryTimes(db, 3, byAddress)).toBe(2);
  });

  test("emails ignore letter case, and limits are separate", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 9, byEmail);
    expect(await tryTimes(db, 2, { ...byEmail, by: "ADA@Example.com" })).toBe(1);
    expect(await tryTimes(db, 1, { ...byEmail, limit: "resetMailByEmail" })).toBe(1);
  });

  test.each([
    ["one IPv6 network of 64 bits", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["a shortened IPv6 network", "2001:db8::1", "2001:db8:0:0:5::9", true],
    ["two IPv6 networks", "2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["two IPv4 addresses", "203.0.113.7", "203.0.113.8", false],
    ["two IPv4 addresses written as IPv6", "::ffff:203.0.113.7", "::ffff:203.0.113.8", false],
    ["an IPv4 address and the same written as IPv6", "203.0.113.7", "::ffff:cb00:7107", true],
    ["an address with two ports", "203.0.113.7:1024", "203.0.113.7:1025", true],
  ])("%s: %s and %s", async (_, one, other, together) => {
    const { db } = await openDatabase();
    await tryTimes(db, 20, { limit: "contactByAddress", by: one });
    expect(await tryTimes(db, 1, { limit: "contactByAddress", by: other })).toBe(together ? 0 : 1);
  });

  test.each([
    ["resetMailByEmail", 5],
    ["verificationMailByEmail", 5],
    ["stockAlertByEmail", 10],
  ] as const)("%s counts all aliases of a mailbox together", async (limit, most) => {
    const { db } = await openDatabase();
    await tryTimes(db, most, { limit, by: "anna+shop@example.com" });
    expect(await tryTimes(db, 1, { limit, by: "Anna@EXAMPLE.com" })).toBe(0);
    expect(await tryTimes(db, 1, { limit, by: "anna+1+2@example.com" })).toBe(0);
    expect(await tryTimes(db, 1, { limit, by: "annabel@example.com" })).toBe(1);
    expect(await tryTimes(db, 1, { limit, by: "anna@example.org" })).toBe(1);
  });

  test("both spellings of a domain count together, and +1@ and +2@ separately", async () => {
    const { db } = await openDatabase();
    const limit = "resetMailByEmail";
    await tryTimes(db, 5, { limit, by: "anna@blåbær.example" });
    expect(await tryTimes(db, 1, { limit, by: "anna@xn--blbr-roah.example" })).toBe(0);
    await tryTimes(db, 5, { limit, by: "+1@example.com" });
    expect(await tryTimes(db, 1, { limit, by: "+2@example.com" })).toBe(1);
  });

  test("dots and the domain's other name are one Gmail mailbox; elsewhere dots count", async () => {
    const { db } = await openDatabase();
    const limit = "resetMailByEmail";
    await tryTimes(db, 5, { limit, by: "a.nna+shop@gmail.com" });
    expect(await tryTimes(db, 1, { limit, by: "an.na@googlemail.com" })).toBe(0);
    await tryTimes(db, 5, { limit, by: "a.nna@example.com" });
    expect(await tryTimes(db, 1, { limit, by: "anna@example.com" })).toBe(1);
  });

  test("sign-ins count per exact email, including its alias", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 10, { limit: "signInByEmail", by: "anna+shop@example.com" });
    expect(await tryTimes(db, 1, { limit: "signInByEmail", by: "anna@example.com" })).toBe(1);
  });

  // Security: 2.2.1
  test("concurrent requests on two connections can't exceed a limit", async () => {
    const location = await createEmptyDatabase(engine);
    const connections = [connect(location), connect(location)];
    await migrate(connect(location));
    const passed = await Promise.all(connections.map(({ db }) => tryTimes(db, 10, byEmail)));
    expect(passed.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(10);
    expect(await tryTimes(connect(location).db, 30, byEmail)).toBe(10 - passed.reduce((sum, count) => sum + count));
  });
});
