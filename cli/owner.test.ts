import { expect, test } from "vitest";
import { readChanges } from "#shop/owners/change-log.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { register, registerVerified } from "../tests/support/customers.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";

const ada = { email: "ada@example.com", emailVerified: true, imageUrl: undefined };

forEachEngine((_, engine) => {
  test("makes an account an owner or staff, ends that, and the log says so", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    const roleOf = async () => (await readOwner(shop.db, { ...ada, uid }))?.role;
    expect(await roleOf()).toBeUndefined();
    expect(await runOnShop(shop, "owner", "Ada@example.com")).toBe("Ada@example.com is an owner\n");
    expect(await roleOf()).toBe("owner");
    expect(await runOnShop(shop, "owner", "ada@example.com", "--staff")).toBe("ada@example.com is staff\n");
    expect(await roleOf()).toBe("staff");
    await runOnShop(shop, "owner", "ada@example.com", "--remove");
    expect(await roleOf()).toBeUndefined();
    const log = await readChanges(shop.db, { kind: "role", subject: "ada@example.com", limit: 10 });
    expect(log.map(({ action, actor, fields }) => [action, actor, fields.role])).toEqual([
      ["removed", "command line", { before: "staff", after: null }],
      ["given", "command line", { before: "owner", after: "staff" }],
      ["given", "command line", { before: null, after: "owner" }],
    ]);
  });

  test("a role counts once the address is verified", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    expect(await runOnShop(shop, "owner", "ada@example.com")).toContain("once the account's email is verified");
    expect(await readOwner(shop.db, { ...ada, uid, emailVerified: false })).toBeUndefined();
    expect(await readOwner(shop.db, { ...ada, uid })).toMatchObject({ role: "owner" });
  });

  test("says that nobody has such an account", async () => {
    const { shop } = await openTestShop(engine);
    await expect(runOnShop(shop, "owner", "eve@example.com")).rejects.toThrow(
      "Nobody has an account with eve@example.com",
    );
  });
});
