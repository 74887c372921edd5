import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../tests/support/databases.ts";
import { type Attempt, checkAttempts, countAttempt, TooManyAttemptsError } from "./attempts.ts";

const noon = new Date("2026-11-20T12:00:00Z");

function minutesLater(minutes: number) {
  return new Date(noon.getTime() + minutes * 60_000);
}

/** Tries so often. @returns how many of the tries were let through */
async function tryTimes(db: Database, times: number, attempt: Attempt, now = noon) {
  let passed = 0;
  for (let number = 0; number < times; number++) {
    await countAttempt(db, [attempt], now).then(
      () => passed++,
      (error) => expect(error).toBeInstanceOf(TooManyAttemptsError),
    );
  }
  return passed;
}

const byEmail: Attempt = { limit: "signInByEmail", by: "ada@example.com" };

forEachEngine((openDatabase, engine) => {
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
  ] as const)("%s: %i tries in %i minutes", async (limit, most, minutes) => {
    const { db } = await openDatabase();
    const attempt = { limit, by: "203.0.113.7" };
    expect(await tryTimes(db, most + 2, attempt)).toBe(most);
    expect(await tryTimes(db, 1, { limit, by: "203.0.113.8" })).toBe(1);
    expect(await tryTimes(db, 1, attempt, new Date(minutesLater(minutes).getTime() - 1))).toBe(0);
    expect(await tryTimes(db, 1, attempt, minutesLater(minutes))).toBe(1);
  });

  test("tries that were refused don't count: the wait isn't made longer by trying on", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 10, byEmail);
    expect(await tryTimes(db, 5, byEmail, minutesLater(14))).toBe(0);
    expect(await tryTimes(db, 11, byEmail, minutesLater(15))).toBe(10);
  });

  test("a try that is taken back leaves room for another", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 9, byEmail);
    for (let number = 0; number < 5; number++) {
      const takeBack = await countAttempt(db, [byEmail], noon);
      await takeBack();
    }
    expect(await tryTimes(db, 3, byEmail)).toBe(1);
  });

  test("looking whether a try is allowed counts nothing, and tells when none is, until the window has passed", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 9, byEmail);
    for (let number = 0; number < 5; number++) await checkAttempts(db, byEmail, noon);
    await tryTimes(db, 1, byEmail);
    await expect(checkAttempts(db, byEmail, minutesLater(14))).rejects.toThrow(TooManyAttemptsError);
    await checkAttempts(db, { ...byEmail, by: "bob@example.com" }, noon);
    await checkAttempts(db, byEmail, minutesLater(15));
  });

  test("a try that one limit refuses counts against none of its others", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 10, byEmail);
    const byAddress: Attempt = { limit: "signInByAddress", by: "203.0.113.7" };
    await tryTimes(db, 98, byAddress);
    await expect(countAttempt(db, [byAddress, byEmail], noon)).rejects.toThrow(TooManyAttemptsError);
    expect(await tryTimes(db, 3, byAddress)).toBe(2);
  });

  test("emails count in any letter case, and different limits apart", async () => {
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
  ] as const)("%s counts all aliases of a mailbox as one", async (limit, most) => {
    const { db } = await openDatabase();
    await tryTimes(db, most, { limit, by: "anna+shop@example.com" });
    expect(await tryTimes(db, 1, { limit, by: "Anna@EXAMPLE.com" })).toBe(0);
    expect(await tryTimes(db, 1, { limit, by: "anna+1+2@example.com" })).toBe(0);
    expect(await tryTimes(db, 1, { limit, by: "annabel@example.com" })).toBe(1);
    expect(await tryTimes(db, 1, { limit, by: "anna@example.org" })).toBe(1);
  });

  test("mails to a domain count together in both of its spellings, and +1@ and +2@ apart", async () => {
    const { db } = await openDatabase();
    const limit = "resetMailByEmail";
    await tryTimes(db, 5, { limit, by: "anna@blåbær.example" });
    expect(await tryTimes(db, 1, { limit, by: "anna@xn--blbr-roah.example" })).toBe(0);
    await tryTimes(db, 5, { limit, by: "+1@example.com" });
    expect(await tryTimes(db, 1, { limit, by: "+2@example.com" })).toBe(1);
  });

  test("sign-in attempts count for the exact account, alias included", async () => {
    const { db } = await openDatabase();
    await tryTimes(db, 10, { limit: "signInByEmail", by: "anna+shop@example.com" });
    expect(await tryTimes(db, 1, { limit: "signInByEmail", by: "anna@example.com" })).toBe(1);
  });

  test("no try slips through beside others, on two connections at once", async () => {
    const place = await createEmptyDatabase(engine);
    const connections = [connect(place), connect(place)];
    await migrate(connect(place));
    const passed = await Promise.all(connections.map(({ db }) => tryTimes(db, 10, byEmail)));
    expect(passed.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(10);
    expect(await tryTimes(connect(place).db, 30, byEmail)).toBe(10 - passed.reduce((sum, count) => sum + count));
  });
});
