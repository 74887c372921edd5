import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, onTestFinished, test } from "vitest";
import { registerVerified, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { readChanges } from "../changes/change-log.ts";
import { setRole } from "../owners/owners.ts";
import { signInCustomer } from "./account-requests.ts";
import { setDisabled } from "./customer-account.ts";
import { type AccountEvent, accountEvents } from "./sign-in-log.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const { password } = signUpOf();

/** The events that are published until the test ends. */
function collectEvents() {
  const events: AccountEvent[] = [];
  const collect = (event: unknown) => void events.push(event as AccountEvent);
  subscribe(accountEvents.name, collect);
  onTestFinished(() => void unsubscribe(accountEvents.name, collect));
  return events;
}

forEachEngine((_, engine) => {
  // Security: 7.1.3
  test("each sign-in and each refusal names its account by id, never by email", async () => {
    const { shop } = await openTestShop(engine);
    const account = await registerVerified(shop);
    const events = collectEvents();
    const email = "ada@example.com";
    const signIn = (given: object) =>
      signInCustomer(shop, { email, password, ...given }, stranger).catch((error: Error) => error);
    await signIn({});
    await signIn({ password: "wrong" });
    await signIn({ email: "nobody@example.com" });
    await setDisabled(shop, email, true, "command line");
    await signIn({});
    for (let attempts = 0; attempts < 9; attempts++) await signIn({ password: "wrong" });
    expect(events.slice(0, 4)).toEqual([
      { message: "Signed in", account, reason: undefined },
      { message: "Sign-in refused", account, reason: "wrong password" },
      { message: "Sign-in refused", account: undefined, reason: "wrong password" },
      { message: "Sign-in refused", account, reason: "disabled" },
    ]);
    expect(events.at(-1)).toEqual({ message: "Sign-in refused", account, reason: "too many attempts" });
    expect(JSON.stringify(events)).not.toContain("@");
    expect(await readChanges(shop.db, { kind: "sign-in", limit: 10 })).toEqual([]);
  });

  test("an owner's sign-ins and refusals are in the activity log, which strangers can't fill", async () => {
    const { shop } = await openTestShop(engine);
    await registerVerified(shop);
    await setRole(shop, "ada@example.com", "owner", "command line");
    const signIn = (password: string) =>
      signInCustomer(shop, { email: "ada@example.com", password }, stranger).catch((error: Error) => error);
    await signIn(password);
    for (let attempts = 0; attempts < 14; attempts++) await signIn("wrong");
    const changes = await readChanges(shop.db, { kind: "sign-in", subject: "ada@example.com", limit: 20 });
    expect(changes.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      "visitor refused: too many attempts",
      ...Array(10).fill("visitor refused: wrong password"),
      "ada@example.com succeeded",
    ]);
  });
});
