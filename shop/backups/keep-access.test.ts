import { join } from "node:path";
import { expect, test } from "vitest";
import { registerVerified, signInCookies, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { hashPassword } from "../accounts/accounts.ts";
import { readSession } from "../accounts/session-user.ts";
import { readSessions } from "../accounts/sessions.ts";
import { offerSetup } from "../owners/first-owner.ts";
import type { Shop } from "../shop.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const bo = { email: "bo@example.com", password: "Bcdefg2!", confirmPassword: "Bcdefg2!" };
const eva = { email: "eva@example.com" };
const kim = { email: "kim@example.com" };

forEachEngine((_, engine) => {
  test("a restore ends no session, and brings none back that has ended since the backup", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    const boUid = await registerVerified(shop, bo);
    const evaUid = await registerVerified(shop, eva);
    const kimUid = await registerVerified(shop, kim);
    const lost = await signIn(shop, signUpOf());
    const kept = await signIn(shop, signUpOf());
    const invite = (email: string) =>
      db
        .insertInto("staffInvitations")
        .values({ email, id: email, role: "owner", invitedBy: "", createdAt: 1 })
        .execute();
    await invite("revoked@example.com");
    const file = await backUp(shop);
    const { shop: other } = await openTestShop(engine, { authSecret: "another secret that is only good for tests" });
    expect((await restoreBackup(other, file)).otherSecret).toMatch(
      /^The backup comes from a shop with another secret key/,
    );
    expect((await readSessions(other, uid)).length, "an empty shop gets them all").toBe(2);

    const [first] = (await readSessions(shop, uid)).toSorted((one, other) => one.signedInAt - other.signedInAt);
    await db
      .deleteFrom("session")
      .where("id", "=", first?.id ?? "")
      .execute();
    const fresh = await signIn(shop, signUpOf());
    const password = "Changed3!";
    await db
      .updateTable("account")
      .set({ password: await hashPassword(shop.accounts, password) })
      .where("userId", "=", boUid)
      .execute();
    const changed = await signIn(shop, { ...bo, password });
    const promoted = await signIn(shop, signUpOf(eva));
    await db.insertInto("owners").values({ uid: evaUid, role: "orders", createdAt: 1 }).execute();
    const secured = await signIn(shop, signUpOf(kim));
    const passkey = {
      id: "key",
      uid: kimUid,
      name: "Phone",
      publicKey: "",
      counter: 0,
      transports: "[]",
      createdAt: 1,
    };
    await db.insertInto("passkeys").values(passkey).execute();
    await registerVerified(shop, { email: "new@example.com" });
    const gone = await signIn(shop, signUpOf({ email: "new@example.com" }));
    await db.deleteFrom("staffInvitations").execute();
    await invite("sent@example.com");

    expect((await restoreBackup(shop, file)).otherSecret).toBeUndefined();
    const users = [];
    for (const browser of [lost, kept, fresh, changed, promoted, secured, gone])
      users.push((await readSession(shop, browser)).user?.email);
    const { email } = signUpOf();
    expect(users).toEqual([undefined, email, email, undefined, undefined, undefined, undefined]);
    const invitations = await db.selectFrom("staffInvitations").select("email").execute();
    expect(invitations).toEqual([{ email: "sent@example.com" }]);
    expect(await signIn(shop, bo), "with the password that the backup has").toBeInstanceOf(Headers);
  });

  test("links and codes that were used since a backup stay used, and the address for the first owner works on", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    const addLink = (id: string, value: string) => {
      const time = engine === "postgres" ? new Date() : new Date().toISOString();
      const times = { expiresAt: time, createdAt: time, updatedAt: time };
      return db
        .insertInto("verification")
        .values({ id, identifier: id, value, ...times })
        .execute();
    };
    await addLink("used", uid);
    await addLink("old", "owner-setup");
    const codes = ["a", "b"].map((hash) => ({ uid, hash, usedAt: null }));
    await db.insertInto("recoveryCodes").values(codes).execute();
    await db.insertInto("emailChanges").values({ uid, id: "used", email: "else@example.com", askedAt: 1 }).execute();
    const file = await backUp(shop);
    for (const table of ["verification", "emailChanges"] as const) await db.deleteFrom(table).execute();
    await addLink("new", uid);
    await offerSetup(shop);
    await db.updateTable("recoveryCodes").set({ usedAt: 5 }).where("hash", "=", "b").execute();
    await restoreBackup(shop, file);
    const links = await db.selectFrom("verification").select(["id", "value"]).execute();
    expect(links.map(({ id, value }) => (value === "owner-setup" && id !== "old" ? value : id)).toSorted()).toEqual([
      "new",
      "owner-setup",
    ]);
    const left = await db.selectFrom("recoveryCodes").select(["hash", "usedAt"]).orderBy("hash").execute();
    expect(left).toEqual([
      { hash: "a", usedAt: null },
      { hash: "b", usedAt: 5 },
    ]);
    expect(await db.selectFrom("emailChanges").selectAll().execute()).toEqual([]);
  });
});

async function signIn(shop: Shop, account: { email: string; password: string }) {
  return new Headers({ cookie: [...(await signInCookies(shop, account)).values()].join("; ") });
}

async function backUp(shop: Shop) {
  const file = join(await temporaryFolder(), "shop.backup");
  await writeBackup(shop.connection, file, { authSecret: shop.settings.authSecret });
  return file;
}
