import { expect, test } from "vitest";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { signIn } from "./accounts.ts";
import { registerCustomer } from "./register-customer.ts";

async function peopleOf({ db }: Shop) {
  return {
    users: await db.selectFrom("user").selectAll().execute(),
    accounts: await db.selectFrom("account").selectAll().execute(),
    customers: await db.selectFrom("customers").selectAll().execute(),
  };
}

forEachEngine((_, engine) => {
  test("registering saves the account and the customer", async () => {
    const { shop } = await openTestShop(engine);
    const now = new Date("2026-11-20T12:00:00Z");
    const signUp = signUpOf({ email: "Ada@Example.com" });
    const { uid } = await registerCustomer(shop.connection, shop.accounts, signUp, now);
    const { password: _password, confirmPassword: _repeated, ...fields } = signUp;
    const { users, accounts, customers } = await peopleOf(shop);
    expect(customers).toMatchObject([
      { ...fields, uid, email: "ada@example.com", profilePicture: null, createdAt: now.getTime() },
    ]);
    expect(users).toMatchObject([{ id: uid, name: "Ada Lovelace", email: "ada@example.com", image: null }]);
    expect(users.map(({ emailVerified }) => Boolean(emailVerified))).toEqual([false]);
    expect(users.map(({ createdAt }) => new Date(createdAt))).toEqual([now]);
    expect(accounts).toMatchObject([{ userId: uid, accountId: uid, providerId: "credential" }]);
  });

  // Security: 2.4.1, 2.4.2, 2.5.3
  test("passwords are stored hashed", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop, { password: "Secret-5!x", confirmPassword: "Secret-5!x" });
    expect(JSON.stringify(await peopleOf(shop))).not.toContain("Secret-5!x");
  });

  test.each(["ada@example.com", "ADA@Example.COM"])("a second registration as %s is rejected", async (email) => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const before = await peopleOf(shop);
    await expect(register(shop, { email, firstname: "Eve", password: "Other-1!" })).rejects.toMatchObject({
      code: "USER_ALREADY_EXISTS",
    });
    expect(await peopleOf(shop)).toEqual(before);
  });

  test("of ten concurrent registrations with one email, one succeeds", async () => {
    const { shop } = await openTestShop(engine);
    const attempts = Array.from({ length: 10 }, (_, number) =>
      register(shop, { email: number % 2 ? "ada@example.com" : "Ada@example.com" }).catch((error: Error) => error.name),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === "AccountError")).toHaveLength(9);
    expect((await peopleOf(shop)).customers).toHaveLength(1);
  });

  test("if the customer can't be saved, neither is the account", async () => {
    const { shop } = await openTestShop(engine);
    const failing = register(shop, { street: null as unknown as string });
    await expect(failing).rejects.toThrow(/not.null/i);
    await expect(failing).rejects.not.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    expect(await peopleOf(shop)).toEqual({ users: [], accounts: [], customers: [] });
    expect(await register(shop)).toEqual(expect.any(String));
  });

  test("a registered customer can sign in", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop, { email: "Ada@Example.com" });
    const credentials = { email: "ada@example.com", password: "Abcdef1!" };
    const metadata = { headers: new Headers(), address: "203.0.113.7" };
    expect(await signIn(shop.accounts, credentials, metadata)).toMatchObject({ emailVerified: false });
  });
});
