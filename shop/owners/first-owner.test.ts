import { expect, test } from "vitest";
import { registerVerified, signInCookies } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { createFirstOwner, isSetupKey, offerSetup } from "./first-owner.ts";
import { readOwners, setRole } from "./owners.ts";

const address = "203.0.113.7";
const account = { email: "Olga@Example.com", password: "Abcdef1!" };

async function keyOf(shop: Parameters<typeof offerSetup>[0]) {
  const path = (await offerSetup(shop)) ?? "";
  expect(path).toMatch(/^\/owner\/setup\?key=[A-Za-z0-9]{40}$/);
  return path.slice("/owner/setup?key=".length);
}

forEachEngine((_, engine) => {
  test("a key makes the first owner once, and ends with all others", async () => {
    const { shop } = await openTestShop(engine);
    const [key, other] = [await keyOf(shop), await keyOf(shop)];
    expect(JSON.stringify(await shop.db.selectFrom("verification").selectAll().execute())).not.toContain(key);
    expect(await isSetupKey(shop, "a".repeat(500_000))).toBe(false);
    await expect(createFirstOwner(shop, { key, ...account, password: "olga@example.com" }, address)).rejects.toThrow();
    expect(await isSetupKey(shop, key), "a weak password leaves it valid").toBe(true);
    const tries = [key, other].map((each, index) =>
      createFirstOwner(shop, { key: each, ...account, email: `olga${index}@example.com` }, address),
    );
    const done = (await Promise.allSettled(tries)).map(({ status }) => status);
    expect(done.toSorted()).toEqual(["fulfilled", "rejected"]);
    const [owner, ...more] = await readOwners(shop.db);
    expect(more).toEqual([]);
    expect(owner).toMatchObject({ role: "owner" });
    expect(Boolean(owner?.emailVerified)).toBe(true);
    await signInCookies(shop, { email: owner?.email ?? "", password: account.password });
    expect([await isSetupKey(shop, key), await isSetupKey(shop, other)]).toEqual([false, false]);
    expect(await offerSetup(shop)).toBeUndefined();
  });

  test("an account that has the email becomes the owner's, with the new password", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop, { email: "olga@example.com" });
    await createFirstOwner(shop, { key: await keyOf(shop), ...account, password: "Other-pass1" }, address);
    const owners = await shop.db.selectFrom("owners").select(["uid", "role"]).execute();
    expect(owners).toEqual([{ uid, role: "owner" }]);
    await signInCookies(shop, { email: "olga@example.com", password: "Other-pass1" });
  });

  test("a key ends after an hour, and when the command line makes an owner", async () => {
    const { shop } = await openTestShop(engine);
    const key = await keyOf(shop);
    const later = () => new Date(shop.now().getTime() + 3_600_001);
    expect(await isSetupKey({ ...shop, now: later }, key)).toBe(false);
    const another = await keyOf(shop);
    await registerVerified(shop, { email: "ada@example.com" });
    await setRole(shop, "ada@example.com", "owner", "command line");
    expect(await isSetupKey(shop, another)).toBe(false);
    await expect(createFirstOwner(shop, { key: another, ...account }, address)).rejects.toThrow();
  });
});
