import { expect, test } from "vitest";
import { register, registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { setDisabled } from "../accounts/customer-account.ts";
import { readChanges } from "../changes/change-log.ts";
import { readOwner, readOwners, setRole } from "./owners.ts";

const actor = "command line";

forEachEngine((_, engine) => {
  test("a role applies to a verified, enabled account until it is removed", async () => {
    const { shop } = await openTestShop(engine);
    const email = "olga@example.com";
    const uid = await registerVerified(shop, { email });
    const user = { uid, email, emailVerified: true, imageUrl: undefined };
    const asOwner = () => readOwner(shop.db, user);
    expect(await asOwner()).toBeUndefined();
    expect(await readOwner(shop.db, null)).toBeUndefined();
    expect(await setRole(shop, "Olga@Example.com", "manager", actor)).toBe(true);
    expect(await asOwner()).toEqual({ uid, email, role: "manager" });
    expect(await readOwner(shop.db, { ...user, emailVerified: false })).toBeUndefined();
    await setDisabled(shop, email, true, actor);
    expect(await asOwner()).toBeUndefined();
    await setDisabled(shop, email, false, actor);
    for (const role of ["owner", "owner"] as const) await setRole(shop, email, role, actor);
    expect(await asOwner()).toMatchObject({ role: "owner" });
    await setRole(shop, email, undefined, actor);
    expect(await asOwner()).toBeUndefined();
    const changes = await readChanges(shop.db, { kind: "role", subject: email, limit: 10 });
    expect(changes.map(({ actor, action, fields }) => [actor, action, fields.role])).toEqual([
      [actor, "removed", { before: "owner", after: null }],
      [actor, "changed", { before: "manager", after: "owner" }],
      [actor, "added", { before: null, after: "manager" }],
    ]);
  });

  test("readOwners lists everyone with a role by email", async () => {
    const { shop } = await openTestShop(engine);
    for (const name of ["stig", "olga", "ada"])
      await registerVerified(shop, { email: `${name}@example.com`, firstname: name });
    await setRole(shop, "stig@example.com", "manager", actor);
    await setRole(shop, "olga@example.com", "owner", actor);
    expect(await setRole(shop, "unknown@example.com", "owner", actor)).toBe(false);
    expect(await readOwners(shop.db)).toMatchObject([
      { email: "olga@example.com", firstname: "olga", role: "owner" },
      { email: "stig@example.com", firstname: "stig", role: "manager" },
    ]);
  });

  // Security: 4.3.3
  test("an account whose email isn't verified gets no role: someone else may have signed up with the address", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    for (const role of ["owner", "manager"] as const)
      await expect(setRole(shop, "Ada@example.com", role, actor)).rejects.toThrow("ada@example.com isn't verified");
    expect(await readOwners(shop.db)).toEqual([]);
    expect(await setRole(shop, "ada@example.com", undefined, actor)).toBe(true);
  });
});
