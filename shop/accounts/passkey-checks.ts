import { createHash } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as v from "valibot";
import { type Database, engineOf, isUniqueViolation } from "#database/connect.ts";
import { timeValue } from "#database/engine-values.ts";
import { parseJson } from "../files/json-bounds.ts";
import { safeParse } from "../forms/validate.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import { readToken, signToken } from "./signed-token.ts";

/**
 * What browsers are asked for and answer when they make or use a passkey (https://www.w3.org/TR/webauthn-3/). A challenge is a token that the shop has
 * signed, so asking for one writes nothing; using one is noted, so that it works once. See docs/decisions/0342.
 */

type Context = Pick<Shop, "accounts" | "db" | "now" | "settings">;

const challengeMs = 5 * 60_000;

/** Whose device it must be: the passkey's, or that of the account that makes one. */
type Purpose = "passkeySignIn" | "passkey";

const encoded = v.pipe(v.string(), v.maxLength(8000), v.regex(/^[\w-]+$/));
/** 1023 bytes, as WebAuthn limits them. */
const credentialId = v.pipe(v.string(), v.maxLength(1364), v.regex(/^[\w-]+$/));

const credential = { id: credentialId, rawId: credentialId, type: v.literal("public-key") };

const registration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: v.optional(
      v.pipe(v.array(v.picklist(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"])), v.maxLength(10)),
      [],
    ),
  }),
});

const assertion = v.object({
  ...credential,
  response: v.object({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
});

/** The id of the passkey that an answer claims to be of; undefined if it isn't an answer. */
export function claimedPasskey(answer: string) {
  return readAnswer(assertion, answer)?.id;
}

/** What a browser needs to make a passkey for an account. */
export async function creationOptions(
  shop: Context,
  { uid, email, known }: { uid: string; email: string; known: { id: string }[] },
) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: shop.settings.shopName,
    rpID: site(shop).host,
    userID: new Uint8Array(Buffer.from(uid)),
    userName: email,
    challenge: await makeChallenge(shop, "passkey", uid),
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What a browser needs to sign in with a passkey of its user's choice. */
export async function requestOptions(shop: Context) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: site(shop).host,
    challenge: await makeChallenge(shop, "passkeySignIn", ""),
    timeout: challengeMs,
    userVerification: "required",
  });
}

/** The passkey that a browser made for an account. @throws AccountError WRONG_PASSKEY */
export async function checkCreation(shop: Context, uid: string, answer: string) {
  const response = readAnswer(registration, answer);
  if (!response) throw new AccountError("WRONG_PASSKEY");
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { origin, host } = site(shop);
  const { verified, registrationInfo } = await refuseErrors(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: (challenge) => isChallenge(shop, challenge, "passkey", uid),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }),
  );
  if (!verified || !registrationInfo) throw new AccountError("WRONG_PASSKEY");
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    challenge: challengeOf(response),
    passkey: {
      ...{ id, counter, transports: response.response.transports.join(",") },
      publicKey: Buffer.from(publicKey).toString("base64url"),
    },
  };
}

/** Whether a browser has a passkey's device, and its user unlocked it. @returns the device's next counter @throws AccountError WRONG_PASSKEY */
export async function checkUse(
  shop: Context,
  passkey: { id: string; publicKey: string; counter: number },
  answer: string,
) {
  const response = readAnswer(assertion, answer);
  if (!response) throw new AccountError("WRONG_PASSKEY");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { origin, host } = site(shop);
  const { verified, authenticationInfo } = await refuseErrors(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => isChallenge(shop, challenge, "passkeySignIn", ""),
      expectedOrigin: origin,
      expectedRPID: host,
      credential: {
        ...{ id: passkey.id, counter: passkey.counter },
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw new AccountError("WRONG_PASSKEY");
  return { challenge: challengeOf(response), counter: authenticationInfo.newCounter };
}

/** Uses a challenge up, in the caller's transaction. @throws AccountError WRONG_PASSKEY if it was used before */
export async function spendChallenge(transaction: Database, challenge: string, now: Date) {
  const time = (moment: Date) => timeValue(engineOf(transaction), moment);
  const id = createHash("sha256").update(challenge).digest("hex");
  const createdAt = time(now);
  const expiresAt = time(new Date(now.getTime() + 2 * challengeMs));
  try {
    // The daily job removes it, long after the challenge itself has expired.
    await transaction
      .insertInto("verification")
      .values({ id, identifier: `passkey:${id}`, value: "passkey", expiresAt, createdAt, updatedAt: createdAt })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AccountError("WRONG_PASSKEY");
    throw error;
  }
}

/** Passkeys belong to the host of the shop's address, and work on its pages only. */
function site({ settings }: Pick<Context, "settings">) {
  const { origin, hostname } = new URL(settings.shopUrl);
  return { origin, host: hostname };
}

function makeChallenge(shop: Context, purpose: Purpose, uid: string) {
  return signToken(shop, purpose, `${uid} ${crypto.randomUUID()}`, challengeMs);
}

async function isChallenge(shop: Context, challenge: string, purpose: Purpose, uid: string) {
  const value = await readToken(shop, purpose, Buffer.from(challenge, "base64url").toString());
  return value?.split(" ")[0] === uid;
}

/** The challenge of a checked answer. */
function challengeOf({ response }: { response: { clientDataJSON: string } }) {
  const data = parseJson(Buffer.from(response.clientDataJSON, "base64url").toString()) as { challenge: string };
  return data.challenge;
}

function readAnswer<Schema extends v.GenericSchema>(schema: Schema, answer: string) {
  try {
    const { success, output } = safeParse(schema, parseJson(answer));
    return success ? (output as v.InferOutput<Schema>) : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws errors of many kinds for what isn't right: they all mean no. */
async function refuseErrors<Answer>(check: () => Promise<Answer>) {
  try {
    return await check();
  } catch {
    throw new AccountError("WRONG_PASSKEY");
  }
}
