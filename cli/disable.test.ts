import { expect, test } from "vitest";
import { signIn } from "#shop/accounts/accounts.ts";
import { readSession } from "#shop/accounts/session-user.ts";
import type { Shop } from "#shop/shop.ts";
import { register } from "../tests/support/customers.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop as run } from "../tests/support/run-on-shop.ts";
import { CommandError, UsageError } from "./command.ts";

/** Signs Ada in. @returns her browser's request headers, or the error code */
async function signAdaIn({ accounts }: Shop) {
  const metadata = { headers: new Headers(), address: "203.0.113.7" };
  const answer = await signIn(accounts, { email: "ada@example.com", password: "Abcdef1!" }, metadata);
  if (answer.error !== undefined) return answer.error;
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return new Headers({ cookie: cookies.join("; ") });
}

forEachEngine((_, engine) => {
  test("disable ends the account's sessions and blocks sign-in until enable", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const browser = (await signAdaIn(shop)) as Headers;
    expect(await run(shop, "disable", "Ada@example.com")).toBe("Ada@example.com disabled\n");
    expect((await readSession(shop, browser)).user).toBeNull();
    expect(await signAdaIn(shop)).toBe("USER_DISABLED");
    expect(await run(shop, "enable", "ada@example.com")).toBe("ada@example.com enabled\n");
    expect(await signAdaIn(shop)).toBeInstanceOf(Headers);
    expect((await readSession(shop, browser)).user, "the old session stays ended").toBeNull();
  });

  test.each(["disable", "enable"] as const)("%s of an unknown email prints an error", async (verb) => {
    const { shop } = await openTestShop(engine);
    const refusal = new CommandError("No account found for unknown@example.com");
    await expect(run(shop, verb, "unknown@example.com")).rejects.toThrow(refusal);
  });
});

test("disable without an email prints its usage", async () => {
  const { shop } = await openTestShop("sqlite");
  await expect(run(shop, "disable")).rejects.toThrow(new UsageError("disable expects one email"));
});
