import { expect, test } from "vitest";
import { registerVerified, signInCookies } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { passkeyDevice } from "../../tests/support/passkey-device.ts";
import type { Shop } from "../shop.ts";
import { signInByPasskey } from "./account-requests.ts";
import { removeSecondFactors } from "./change-second-factor.ts";
import { saveDisabled } from "./customer-account.ts";
import { requestOptions } from "./passkey-checks.ts";
import { addPasskey, beginPasskey, deletePasskey, readPasskeys, renamePasskey } from "./passkeys.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { readOwnSession, readSession } from "./session-user.ts";
import { readSessions } from "./sessions.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const password = "Abcdef1!";
const wrong = { code: "WRONG_PASSKEY" };
const unknown = { code: "UNKNOWN_PASSKEY" };

async function join(shop: Shop, email: string) {
  await registerVerified(shop, { email });
  const cookies = await signInCookies(shop, { email, password });
  const session = await readOwnSession(shop, new Headers({ cookie: [...cookies.values()].join("; ") }));
  if (!session) throw new Error("not signed in");
  return { uid: session.uid, email, sessionId: session.id, signedInAt: session.signedInAt };
}

type Member = Awaited<ReturnType<typeof join>>;

async function addDevice(shop: Shop, own: Member, device = passkeyDevice({ origin: shop.settings.shopUrl })) {
  const answer = device.make(await beginPasskey(shop, own, password, stranger));
  await addPasskey(shop, own, { name: "Phone", answer });
  return device;
}

forEachEngine((_, engine) => {
  // Security: 2.2.3, 2.9.1
  test("a passkey is added with the password, signs in as a second factor, is renamed and deleted; emails tell of it", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const ada = await join(shop, "ada@example.com");
    await expect(beginPasskey(shop, ada, "Wrong-pass1", stranger)).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
    const device = await addDevice(shop, ada);
    expect(await hasSecondFactor(shop.db, ada.uid)).toBe(true);
    const { headers, emailVerified, isPending } = await signInByPasskey(
      shop,
      device.use(await requestOptions(shop)),
      stranger,
    );
    expect([emailVerified, isPending]).toEqual([true, false]);
    const cookie = headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ");
    const session = await readSession(shop, new Headers({ cookie }));
    expect(session.user?.uid).toBe(ada.uid);
    expect(session.secondFactorAt).toBeDefined();
    expect(await readPasskeys(shop.db, ada.uid)).toMatchObject([{ name: "Phone", usedAt: expect.anything() }]);
    expect(await renamePasskey(shop.db, ada.uid, device.id, "Old phone")).toBe(true);
    await deletePasskey(shop, ada, { id: device.id, currentPassword: password }, stranger);
    await expect(signInByPasskey(shop, device.use(await requestOptions(shop)), stranger)).rejects.toMatchObject(
      unknown,
    );
    const lost = await addDevice(shop, ada);
    expect(await removeSecondFactors(shop.db, ada, shop.now(), "olga@example.com"), "by an owner").toBe(true);
    await expect(signInByPasskey(shop, lost.use(await requestOptions(shop)), stranger)).rejects.toMatchObject(unknown);
    await sendDueMails(shop);
    expect((await readMails()).map(({ subject }) => subject).sort()).toEqual([
      "A passkey was added at Torg",
      "A passkey was added at Torg",
      "A passkey was deleted at Torg",
      "Two-step verification is off at Torg",
    ]);
  });

  test("a session that began with a removed passkey doesn't count again once the account has another", async () => {
    const { shop } = await openTestShop(engine);
    const ada = await join(shop, "ada@example.com");
    const lost = await addDevice(shop, ada);
    await signInByPasskey(shop, lost.use(await requestOptions(shop)), stranger);
    const readCounting = async () => {
      const sessions = await readSessions(shop, ada.uid);
      return sessions.filter(({ hasSecondStep }) => hasSecondStep).map(({ id }) => id);
    };
    await addDevice(shop, ada);
    expect(await readCounting(), "a second passkey").toHaveLength(2);
    await removeSecondFactors(shop.db, ada, shop.now(), "olga@example.com");
    await addDevice(shop, ada);
    expect(await readCounting()).toEqual([ada.sessionId]);
  });

  // Security: 2.9.1
  test("an answer works once, within five minutes, at the shop's own address, of an unlocked device that isn't copied", async () => {
    const { shop } = await openTestShop(engine);
    const ada = await join(shop, "ada@example.com");
    const device = await addDevice(shop, ada);
    const signIn = (answer: string) => signInByPasskey(shop, answer, stranger);
    const once = device.use(await requestOptions(shop));
    const twice = await Promise.allSettled([signIn(once), signIn(once)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(signIn(once)).rejects.toMatchObject(wrong);
    device.state.counter = 5;
    await signIn(device.use(await requestOptions(shop)));
    device.state.counter = 4;
    await expect(signIn(device.use(await requestOptions(shop))), "a copy").rejects.toMatchObject(wrong);
    device.state.counter = 6;
    const asked = await requestOptions(shop);
    device.state.origin = "https://shop.evil.example";
    await expect(signIn(device.use(asked)), "another site").rejects.toMatchObject(wrong);
    device.state.origin = shop.settings.shopUrl;
    await expect(signIn(device.use({ ...asked, rpId: "evil.example" })), "another site").rejects.toMatchObject(wrong);
    const made = await beginPasskey(shop, ada, password, stranger);
    await expect(signIn(device.use({ ...asked, challenge: made.challenge })), "another purpose").rejects.toMatchObject(
      wrong,
    );
    const forged = Buffer.from("x.y.z").toString("base64url");
    await expect(signIn(device.use({ ...asked, challenge: forged })), "forged").rejects.toMatchObject(wrong);
    const tampered = device.use(asked).replace(/"signature":"..../, '"signature":"AAAA');
    await expect(signIn(tampered), "tampered").rejects.toMatchObject(wrong);
    const answer = device.use(asked);
    const later = { ...shop, now: () => new Date(shop.now().getTime() + 6 * 60_000) };
    await expect(signInByPasskey(later, answer, stranger), "expired").rejects.toMatchObject(wrong);
    await signIn(answer);
    const locked = passkeyDevice({ origin: shop.settings.shopUrl, isUnlocked: false });
    await expect(addDevice(shop, ada, locked), "locked").rejects.toMatchObject(wrong);
  });

  // Security: 2.9.1, 4.2.1
  test("nobody adds, renames or deletes another's passkey, and a passkey has one account", async () => {
    const { shop } = await openTestShop(engine);
    const ada = await join(shop, "ada@example.com");
    const bob = await join(shop, "bob@example.com");
    const device = await addDevice(shop, ada);
    await expect(addDevice(shop, bob, device)).rejects.toMatchObject(wrong);
    const adas = device.make(await beginPasskey(shop, ada, password, stranger));
    await expect(addPasskey(shop, bob, { name: "Phone", answer: adas })).rejects.toMatchObject(wrong);
    expect(await renamePasskey(shop.db, bob.uid, device.id, "Mine")).toBe(false);
    await deletePasskey(shop, bob, { id: device.id, currentPassword: password }, stranger);
    expect(await readPasskeys(shop.db, ada.uid)).toMatchObject([{ name: "Phone" }]);
    await shop.db
      .updateTable("user")
      .set({ emailVerified: engine === "postgres" ? false : 0 })
      .where("id", "=", bob.uid)
      .execute();
    await expect(beginPasskey(shop, bob, password, stranger)).rejects.toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
  });

  test("a disabled account's passkey doesn't sign in, and tries are counted like passwords", async () => {
    const { shop } = await openTestShop(engine);
    const ada = await join(shop, "ada@example.com");
    const device = await addDevice(shop, ada);
    await shop.db.transaction().execute((trx) => saveDisabled(trx, ada.email, true, "test", shop.now()));
    const signIn = async () => signInByPasskey(shop, device.use(await requestOptions(shop)), stranger);
    await expect(signIn()).rejects.toMatchObject({ code: "USER_DISABLED" });
    for (let tries = 1; tries < 10; tries++) await signIn().catch(() => {});
    await expect(signIn()).rejects.toMatchObject({ name: "RateLimitError" });
  });
});

test.each([
  ["nothing", ""],
  ["an empty object", "{}"],
  ["null", "null"],
  ["deep nesting", "[".repeat(500_000)],
  ["a long id", `{"id":"${"a".repeat(500_000)}"}`],
  ["signs", "&".repeat(1_000_000)],
])("%s isn't an answer of a device", async (_, answer) => {
  const { shop } = await openTestShop("sqlite");
  await expect(signInByPasskey(shop, answer, stranger)).rejects.toMatchObject(unknown);
});
