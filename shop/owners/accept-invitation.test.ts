import { expect, test } from "vitest";
import { register, registerVerified, signInCookies } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { setDisabled } from "../accounts/customer-account.ts";
import { readChanges } from "../changes/change-log.ts";
import { acceptInvitation, joinStaff, openInvitation } from "./accept-invitation.ts";
import { inviteStaff, readInvitations, revokeInvitation } from "./invite-staff.ts";
import { type Owner, readOwners, setRole } from "./owners.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const email = "stig@example.com";
const join = { firstname: "Stig", lastname: "Dahl", password: "Abcdef2?", confirmPassword: "Abcdef2?" };

async function openOffice(...[engine]: Parameters<typeof openTestShop>) {
  const { shop, readMails } = await openTestShop(engine);
  const uid = await registerVerified(shop, { email: "olga@example.com" });
  await setRole(shop, "olga@example.com", "owner", "command line");
  const olga: Owner = { uid, email: "olga@example.com", role: "owner" };
  const invite = async (role: Owner["role"] = "catalog") => {
    await inviteStaff(shop, { email: "Stig@Example.com", role }, olga, stranger);
    await sendDueMails(shop);
    const mail = (await readMails()).findLast(({ to }) => to?.[0]?.address === email);
    return /staff-invitation\?token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  const roleOfStig = async () => (await readOwners(shop.db)).find((one) => one.email === email)?.role;
  return { shop, olga, invite, roleOfStig, readMails };
}

forEachEngine((_, engine) => {
  // Security: 4.3.3
  test("an invitation makes one verified account with its role; a newer one replaces it, and it works once", async () => {
    const { shop, invite, roleOfStig, readMails } = await openOffice(engine);
    const replaced = await invite("owner");
    const token = await invite("catalog");
    const { subject, text } = (await readMails()).at(-1) ?? {};
    expect(subject).toBe("You're invited to the back office of Torg");
    expect(text?.replaceAll(/\s+/g, " ")).toContain(
      "olga@example.com invites you to work in the back office of Torg. Your role: Catalog. Products, categories,",
    );
    expect(await openInvitation(shop, replaced, null)).toEqual({ next: "expired" });
    expect(await openInvitation(shop, token, null)).toEqual({ next: "join", email, role: "Catalog" });
    expect(await openInvitation(shop, `${token}x`, null)).toEqual({ next: "expired" });
    const weak = { ...join, password: email };
    await expect(joinStaff(shop, token, weak, stranger)).rejects.toMatchObject({ code: "PASSWORD_TOO_WEAK" });
    const common = { ...join, password: "Password1!" };
    await expect(joinStaff(shop, token, common, stranger)).rejects.toMatchObject({ code: "COMMON_PASSWORD" });
    const both = await Promise.allSettled([0, 1].map(() => joinStaff(shop, token, join, stranger)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await roleOfStig()).toBe("catalog");
    expect((await signInCookies(shop, { email, password: join.password })).size).toBeGreaterThan(0);
    expect(await openInvitation(shop, token, null)).toEqual({ next: "expired" });
    const log = await readChanges(shop.db, { kind: "role", subject: email, limit: 10 });
    expect(log.map(({ actor, action }) => [actor, action])).toEqual([
      [email, "added"],
      ["olga@example.com", "invited"],
      ["olga@example.com", "invited"],
    ]);
  });

  // Security: 4.3.3
  test("a stranger's unconfirmed account gives way to the mailbox's reader; a confirmed one signs in and accepts", async () => {
    const { shop, invite, roleOfStig } = await openOffice(engine);
    await register(shop, { email });
    await signInCookies(shop, { email });
    await joinStaff(shop, await invite(), join, stranger);
    await expect(signInCookies(shop, { email })).rejects.toThrow();
    await setRole(shop, email, undefined, "command line");
    const [stig] = await shop.db.selectFrom("user").select("id").where("email", "=", email).execute();
    const user = { uid: stig?.id ?? "", email, emailVerified: true };
    const token = await invite("accountant");
    expect(await openInvitation(shop, token, null)).toMatchObject({ next: "signIn" });
    await expect(joinStaff(shop, token, join, stranger)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    const other = { uid: "other", email: "ada@example.com", emailVerified: true };
    expect(await openInvitation(shop, token, other)).toMatchObject({ next: "signOut" });
    expect(await acceptInvitation(shop, other)).toBe(false);
    expect(await openInvitation(shop, "", { ...user, emailVerified: false })).toEqual({ next: "expired" });
    expect(await openInvitation(shop, "", user)).toMatchObject({ next: "accept", role: "Accountant" });
    const both = await Promise.all([acceptInvitation(shop, user), acceptInvitation(shop, user)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await roleOfStig()).toBe("accountant");
  });

  test("invitations are revoked, expire and end when an owner gives a role; the disabled and those with a role get none", async () => {
    const { shop, olga, invite, roleOfStig } = await openOffice(engine);
    const revoked = await invite();
    const [first] = await readInvitations(shop.db, shop.now());
    expect(await revokeInvitation(shop, first?.id ?? "", olga)).toBe(email);
    expect(await revokeInvitation(shop, first?.id ?? "", olga)).toBeUndefined();
    await expect(joinStaff(shop, revoked, join, stranger)).rejects.toMatchObject({ code: "INVITATION_EXPIRED" });
    const expired = await invite();
    await shop.db
      .updateTable("staffInvitations")
      .set({ createdAt: Date.now() - 73 * 3_600_000 })
      .execute();
    await expect(joinStaff(shop, expired, join, stranger)).rejects.toMatchObject({ code: "INVITATION_EXPIRED" });
    expect(await readInvitations(shop.db, shop.now())).toEqual([]);
    await registerVerified(shop, { email });
    await invite("owner");
    await setRole(shop, email, "orders", "command line");
    expect(await readInvitations(shop.db, shop.now())).toEqual([]);
    await expect(invite("owner")).rejects.toThrow("has a role already");
    await setRole(shop, email, undefined, "command line");
    await setDisabled(shop, email, true, "command line");
    await expect(invite()).rejects.toThrow("is disabled");
    expect(await roleOfStig()).toBeUndefined();
    const manager = { ...olga, role: "manager" } as const;
    await setRole(shop, olga.email, "manager", "command line");
    await expect(revokeInvitation(shop, "any", manager)).rejects.toThrow("Your role doesn't include this");
  });
});
