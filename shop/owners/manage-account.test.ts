import { expect, test } from "vitest";
import { registerVerified, signInCookies } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { findCustomers } from "../accounts/find-customers.ts";
import { readSessions, readStaffSessions } from "../accounts/sessions.ts";
import { readChanges } from "../changes/change-log.ts";
import type { Shop } from "../shop.ts";
import { changeDisabled, changeRole, signOutFor } from "./manage-account.ts";
import { readOwners, setRole } from "./owners.ts";

async function join(shop: Shop, name: string, role?: "owner" | "manager") {
  const email = `${name}@example.com`;
  const uid = await registerVerified(shop, { email, firstname: name });
  if (role) await setRole(shop, email, role, "command line");
  return { uid, email, role: role ?? "manager" };
}

forEachEngine((_, engine) => {
  // Security: O5
  test("owners disable others, staff can't disable owners, and the log names the actor", async () => {
    const { shop } = await openTestShop(engine);
    const olga = await join(shop, "olga", "owner");
    const stig = await join(shop, "stig", "manager");
    const ada = await join(shop, "ada");
    expect(await changeDisabled(shop, ada.uid, true, stig)).toBe(true);
    expect(await changeDisabled(shop, ada.uid, false, olga)).toBe(true);
    expect(await changeDisabled(shop, "unknown", true, olga)).toBe(false);
    for (const [account, actor, why] of [
      [olga, olga, "your own account"],
      [stig, stig, "your own account"],
      [olga, stig, "Only owners"],
      [olga, ada, "no longer have a role"],
    ] as const) {
      await expect(changeDisabled(shop, account.uid, true, actor), why).rejects.toThrow(why);
    }
    const changes = await readChanges(shop.db, { kind: "customer", limit: 10 });
    expect(changes.map(({ actor, subject, action }) => [actor, subject, action])).toEqual([
      [olga.email, ada.email, "enabled"],
      [stig.email, ada.email, "disabled"],
    ]);
  });

  // Security: 3.3.4, O5
  test("owners sign others out of one browser or of all, by email and in the log; others can't", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const olga = await join(shop, "olga", "owner");
    const stig = await join(shop, "stig", "manager");
    const ada = await join(shop, "ada");
    for (const { email } of [ada, ada, ada, stig]) await signInCookies(shop, { email });
    const [first] = await readSessions(shop, ada.uid);
    await expect(signOutFor(shop, ada.uid, undefined, stig)).rejects.toThrow("Your role doesn't include this");
    await expect(signOutFor(shop, olga.uid, undefined, olga)).rejects.toThrow("Your own sessions");
    expect(await signOutFor(shop, "unknown", undefined, olga)).toBeUndefined();
    expect(await signOutFor(shop, stig.uid, first?.id, olga)).toBe(0);
    expect((await readStaffSessions(shop, undefined)).map(({ uid }) => uid)).toEqual([stig.uid]);
    const twice = await Promise.all([0, 1].map(() => signOutFor(shop, ada.uid, first?.id, olga)));
    expect(twice.toSorted()).toEqual([0, 1]);
    expect(await signOutFor(shop, ada.uid, undefined, olga)).toBe(2);
    expect(await readSessions(shop, ada.uid)).toEqual([]);
    await sendDueMails(shop);
    const mails = await readMails();
    expect(mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
      ["A browser was signed out of Torg", ada.email],
      ["2 browsers were signed out of Torg", ada.email],
    ]);
    const log = await readChanges(shop.db, { kind: "customer", subject: ada.email, limit: 10 });
    expect(log.map(({ actor }) => actor)).toEqual([olga.email, olga.email]);
  });

  test("disabling an account ends all of its sessions and no others", async () => {
    const { shop } = await openTestShop(engine);
    const olga = await join(shop, "olga", "owner");
    const ada = await join(shop, "ada");
    for (const { email } of [ada, ada, olga]) await signInCookies(shop, { email });
    const signedIn = async () => (await shop.db.selectFrom("session").select("userId").execute()).length;
    await changeDisabled(shop, ada.uid, false, olga);
    expect(await signedIn()).toBe(3);
    await changeDisabled(shop, ada.uid, true, olga);
    expect(await signedIn()).toBe(1);
  });

  // Security: O4
  test("owners change roles except their own; when two remove each other, one stays an owner", async () => {
    const { shop } = await openTestShop(engine);
    const olga = await join(shop, "olga", "owner");
    const oskar = await join(shop, "oskar", "owner");
    const stig = await join(shop, "stig", "manager");
    const ada = await join(shop, "ada");
    expect(await changeRole(shop, ada.uid, "manager", olga)).toBe(true);
    expect(await changeRole(shop, "unknown", "manager", olga)).toBe(false);
    await expect(changeRole(shop, olga.uid, undefined, olga)).rejects.toThrow("your own role");
    await expect(changeRole(shop, ada.uid, "owner", stig)).rejects.toThrow("Your role doesn't include this");
    const both = await Promise.allSettled([
      changeRole(shop, oskar.uid, undefined, olga),
      changeRole(shop, olga.uid, "manager", oskar),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await readOwners(shop.db)).filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  // Security: O5
  test("when two owners disable each other, one can still sign in", async () => {
    const { shop } = await openTestShop(engine);
    const olga = await join(shop, "olga", "owner");
    const oskar = await join(shop, "oskar", "owner");
    await Promise.allSettled([
      changeDisabled(shop, oskar.uid, true, olga),
      changeDisabled(shop, olga.uid, true, oskar),
    ]);
    const { customers } = await findCustomers(shop.db, { hasRole: true, sort: "newest", limit: 10 });
    expect(customers.filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1);
  });
});
