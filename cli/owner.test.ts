import { expect, test } from "vitest";
import { readChanges } from "#shop/changes/change-log.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { setUpAuthenticator } from "../tests/support/authenticator.ts";
import { register, registerVerified } from "../tests/support/customers.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";

const ada = { email: "ada@example.com", emailVerified: true, imageUrl: undefined };

forEachEngine((_, engine) => {
  // Security: O10
  test("owner adds, changes and removes a role, and logs each change", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    const roleOf = async () => (await readOwner(shop.db, { ...ada, uid }))?.role;
    expect(await roleOf()).toBeUndefined();
    expect(await runOnShop(shop, "owner", "Ada@example.com")).toBe("Ada@example.com is now an owner\n");
    expect(await roleOf()).toBe("owner");
    expect(await runOnShop(shop, "owner", "ada@example.com", "--staff")).toBe(
      "ada@example.com is now staff (manager)\n",
    );
    expect(await roleOf()).toBe("manager");
    expect(await runOnShop(shop, "owner", "ada@example.com", "--role", "accountant")).toMatch("staff (accountant)");
    await expect(runOnShop(shop, "owner", "ada@example.com", "--role", "king")).rejects.toThrow("Allowed choices are");
    await expect(runOnShop(shop, "owner", "ada@example.com", "--role", "orders", "--staff")).rejects.toThrow(
      "not both",
    );
    await runOnShop(shop, "owner", "ada@example.com", "--remove");
    expect(await roleOf()).toBeUndefined();
    const log = await readChanges(shop.db, { kind: "role", subject: "ada@example.com", limit: 10 });
    expect(log.map(({ action, actor, fields }) => [action, actor, fields.role])).toEqual([
      ["removed", "command line", { before: "accountant", after: null }],
      ["changed", "command line", { before: "manager", after: "accountant" }],
      ["changed", "command line", { before: "owner", after: "manager" }],
      ["added", "command line", { before: null, after: "owner" }],
    ]);
  });

  test("owner removes the second step of someone who lost it", async () => {
    const { shop } = await openTestShop(engine);
    await setUpAuthenticator(shop, await registerVerified(shop));
    await expect(runOnShop(shop, "owner", "ada@example.com", "--staff", "--remove-second-step")).rejects.toThrow(
      "without other options",
    );
    const remove = () => runOnShop(shop, "owner", "Ada@example.com", "--remove-second-step");
    expect(await remove()).toBe("Ada@example.com signs in without a second step\n");
    expect(await remove()).toBe("Ada@example.com has no second step\n");
  });

  test("owner of an email that isn't verified prints an error and gives no role", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const refused = "ada@example.com isn't verified. Its owner must open the link in the verification email first.";
    await expect(runOnShop(shop, "owner", "ada@example.com")).rejects.toThrow(refused);
    expect(await readOwner(shop.db, { ...ada, uid })).toBeUndefined();
  });

  test("owner of an unknown email prints an error", async () => {
    const { shop } = await openTestShop(engine);
    await expect(runOnShop(shop, "owner", "eve@example.com")).rejects.toThrow("No account found for eve@example.com");
  });
});
