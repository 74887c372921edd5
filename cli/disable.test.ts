import { expect, test } from "vitest";
import { signIn } from "#shop/accounts/accounts.ts";
import { readViewer } from "#shop/accounts/viewer.ts";
import type { Shop } from "#shop/shop.ts";
import { register } from "../tests/support/customers.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop as run } from "../tests/support/run-on-shop.ts";
import { CommandError, UsageError } from "./command-error.ts";

/** Signs Ada in. @returns the headers that her browser then sends, or why she wasn't let in */
async function signAdaIn({ accounts }: Shop) {
  const visitor = { headers: new Headers(), address: "203.0.113.7" };
  const answer = await signIn(accounts, { email: "ada@example.com", password: "Abcdef1!" }, visitor);
  if (answer.error !== undefined) return answer.error;
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return new Headers({ cookie: cookies.join("; ") });
}

forEachEngine((_, engine) => {
  test("disable ends an account's sessions and lets nobody in, until enable", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const browser = (await signAdaIn(shop)) as Headers;
    expect(await run(shop, "disable", "Ada@example.com")).toBe("Ada@example.com is disabled\n");
    expect((await readViewer(shop, browser)).viewer).toBeNull();
    expect(await signAdaIn(shop)).toBe("USER_DISABLED");
    expect(await run(shop, "enable", "ada@example.com")).toBe("ada@example.com is enabled\n");
    expect(await signAdaIn(shop)).toBeInstanceOf(Headers);
    expect((await readViewer(shop, browser)).viewer, "the old session stays ended").toBeNull();
  });

  test.each(["disable", "enable"] as const)("%s of an email without an account says so", async (verb) => {
    const { shop } = await openTestShop(engine);
    const refusal = new CommandError("Nobody has an account with nobody@example.com");
    await expect(run(shop, verb, "nobody@example.com")).rejects.toThrow(refusal);
  });
});

test("disable without an email explains how it is used", async () => {
  const { shop } = await openTestShop("sqlite");
  await expect(run(shop, "disable")).rejects.toThrow(new UsageError("disable takes one email"));
});
