import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { type SignedMessage, signMessage, verifyMessage } from "./http-signatures.ts";
import { readPublishedKeys, readSigningKey } from "./signing-keys.ts";

const secret = "a secret that is only good for tests";
const now = new Date("2026-11-26T12:00:00Z");
const answer: SignedMessage = { status: 200, header: () => undefined, body: new Uint8Array() };

function signedBy(key: Awaited<ReturnType<typeof readSigningKey>>): SignedMessage {
  const headers = signMessage(key, answer, 1);
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { ...answer, header: (name) => all.get(name) };
}

forEachEngine((openDatabase) => {
  test("processes that start together agree on one key, which the shop publishes", async () => {
    const { db } = await openDatabase();
    const keys = await Promise.all(Array.from({ length: 5 }, () => readSigningKey(db, secret, now)));
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
    const published = await readPublishedKeys(db);
    expect(published).toEqual([expect.objectContaining({ kid: keys[0]?.kid, kty: "EC", crv: "P-256", use: "sig" })]);
    expect(JSON.stringify(published)).not.toContain('"d"');
    verifyMessage(signedBy(keys[0] as (typeof keys)[0]), published, 1);
  });

  test("the database alone doesn't give the key away", async () => {
    const { db } = await openDatabase();
    const { jwk } = await readSigningKey(db, secret, now);
    const rows = await db.selectFrom("signingKeys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(jwk.d);
  });

  test("a shop with another secret signs with another key, and what it signed before can still be verified", async () => {
    const { db } = await openDatabase();
    const signed = signedBy(await readSigningKey(db, secret, now));
    const later = await readSigningKey(db, "quite another secret", now);
    const published = await readPublishedKeys(db);
    expect(published.map(({ kid }) => kid)[0]).toBe(later.kid);
    expect(published).toHaveLength(2);
    verifyMessage(signed, published, 1);
    verifyMessage(signedBy(later), published, 1);
  });
});
