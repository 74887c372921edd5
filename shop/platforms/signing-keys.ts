import { createHash, generateKeyPairSync, type webcrypto } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { seal, unseal } from "../secrets/seal.ts";
import type { SigningKey } from "./http-signatures.ts";

/** A public key as profiles publish it (RFC 7517). */
export interface PublishedKey {
  kid: string;
  kty: "EC";
  crv: string;
  x: string;
  y: string;
  use: "sig";
  alg: "ES256";
}

/**
 * The key that the shop signs with. The first call makes it, and so does the first one after the shop has got another secret (`AUTH_SECRET`), which
 * can't open the old one. Processes that start together agree on one. See docs/decisions/0265.
 */
export async function readSigningKey(db: Database, secret: string, now: Date): Promise<SigningKey> {
  const newest = await readNewest(db);
  const opened = newest && open(newest, secret);
  if (opened) return opened;
  await addKey(db, { number: (newest?.number ?? 0) + 1, secret, now });
  const added = await readNewest(db);
  const key = added && open(added, secret);
  if (!key) throw new Error("The signing key was made with another AUTH_SECRET");
  return key;
}

/** All public keys of the shop, the newest first: what an earlier one has signed can still be verified. */
export async function readPublishedKeys(db: Database): Promise<PublishedKey[]> {
  const rows = await db.selectFrom("signingKeys").select("publicKey").orderBy("number", "desc").execute();
  return rows.map(({ publicKey }) => JSON.parse(publicKey));
}

function readNewest(db: Database) {
  const keys = db.selectFrom("signingKeys").select(["number", "kid", "privateKey"]);
  return keys.orderBy("number", "desc").limit(1).executeTakeFirst();
}

function open({ kid, privateKey }: { kid: string; privateKey: string }, secret: string): SigningKey | undefined {
  const jwk = unseal(privateKey, secret);
  return jwk === undefined ? undefined : { kid, jwk: JSON.parse(jwk) };
}

async function addKey(db: Database, { number, secret, now }: { number: number; secret: string; now: Date }) {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { crv = "", x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
  const kid = thumbprintOf({ crv, x, y });
  const published: PublishedKey = { kid, kty: "EC", crv, x, y, use: "sig", alg: "ES256" };
  await db
    .insertInto("signingKeys")
    .values({
      number,
      kid,
      publicKey: JSON.stringify(published),
      privateKey: seal(JSON.stringify(pair.privateKey.export({ format: "jwk" })), secret),
      createdAt: now.getTime(),
    })
    .onConflict((conflict) => conflict.column("number").doNothing())
    .execute();
}

/** RFC 7638 */
function thumbprintOf({ crv, x, y }: Pick<webcrypto.JsonWebKey, "crv" | "x" | "y">) {
  return createHash("sha256")
    .update(JSON.stringify({ crv, kty: "EC", x, y }))
    .digest("base64url");
}
