import { createHash, createPrivateKey, createPublicKey, sign, verify, type webcrypto } from "node:crypto";
import {
  type InnerList,
  isInnerList,
  type Parameters,
  parseDictionary,
  serializeDictionary,
  serializeInnerList,
} from "structured-headers";

/** A private key and the ID of the public one in the signer's profile. */
export interface SigningKey {
  kid: string;
  jwk: webcrypto.JsonWebKey;
}

/** A public key of a profile. */
export type VerifyingKey = webcrypto.JsonWebKey & { kid: string };

/** What a signature says about: a request has a method and an address, an answer a status. */
export interface SignedMessage {
  method?: string;
  /** The address that the other side called, whatever a proxy made of it. */
  url?: URL;
  status?: number;
  header: (name: string) => string | undefined;
  /** The bytes as they were sent. */
  body: Uint8Array;
}

type SignatureProblem =
  | "signature_missing"
  | "signature_invalid"
  | "key_not_found"
  | "digest_mismatch"
  | "algorithm_unsupported";

/** A signature doesn't hold. The code is one of the protocol's. */
export class SignatureError extends Error {
  override name = "SignatureError";
  readonly code: SignatureProblem;

  constructor(code: SignatureProblem, message: string) {
    super(message);
    this.code = code;
  }
}

const label = "sig1";
/** By curves: the hash that goes with each (RFC 9421, section 3.3). */
const hashes: Record<string, { hash: string; alg: string }> = {
  "P-256": { hash: "sha256", alg: "ecdsa-p256-sha256" },
  "P-384": { hash: "sha384", alg: "ecdsa-p384-sha384" },
};
const noParameters: Parameters = new Map();
/** Signatures of a message that are tried: proxies may add theirs. */
const mostSignatures = 4;
/** How far a signer's clock may be ahead. */
const clockSeconds = 5 * 60;

/** The headers that sign a message (RFC 9421), with the digest of its body. @param created seconds since 1970 */
export function signMessage(key: SigningKey, message: SignedMessage, created: number): Record<string, string> {
  const digest = message.body.length > 0 ? { "Content-Digest": digestOf(message.body) } : undefined;
  const signed = {
    ...message,
    header: (name: string) => (name === "content-digest" ? digest?.["Content-Digest"] : message.header(name)),
  };
  const parameters: Parameters = new Map<string, string | number>([
    ["created", created],
    ["keyid", key.kid],
  ]);
  const input: InnerList = [neededComponents(signed).map((name) => [name, noParameters]), parameters];
  const base = signatureBase(signed, input);
  const { hash } = hashes[key.jwk.crv ?? ""] ?? { hash: "sha256" };
  const privateKey = createPrivateKey({ key: key.jwk, format: "jwk" });
  const signature = sign(hash, Buffer.from(base ?? ""), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return {
    ...digest,
    "Signature-Input": serializeDictionary(new Map([[label, input]])),
    Signature: serializeDictionary(new Map([[label, [signature, noParameters]]])),
  };
}

/** Compares a body with its `Content-Digest` (RFC 9530). Without one there is nothing to compare. @throws SignatureError */
export function checkDigest({ header, body }: Pick<SignedMessage, "header" | "body">) {
  const named = header("content-digest");
  if (named === undefined) return;
  const member = readDictionary(named)?.get("sha-256");
  const digest = member && !isInnerList(member) ? member[0] : undefined;
  const isSame = digest instanceof ArrayBuffer && sha256(body).equals(Buffer.from(digest));
  if (!isSame) throw new SignatureError("digest_mismatch", "The body doesn't have the digest in Content-Digest");
}

/**
 * Checks a message's signatures against its sender's keys, until one holds. It must cover all that the protocol asks for, or else an attacker could
 * change the rest.
 *
 * @param now seconds since 1970
 * @throws SignatureError
 */
export function verifyMessage(message: SignedMessage, keys: VerifyingKey[], now: number) {
  const problems: SignatureError[] = [];
  for (const read of readSignatures(message)) {
    try {
      return verifySignature(message, read, { keys, now });
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      problems.push(error);
    }
  }
  // The key may be one that the sender has added since.
  throw problems.find(({ code }) => code === "key_not_found") ?? problems[0];
}

type ReadSignature = ReturnType<typeof readSignatures>[number];

function verifySignature(
  message: SignedMessage,
  { input, signature }: ReadSignature,
  { keys, now }: { keys: VerifyingKey[]; now: number },
) {
  const [components, parameters] = input;
  const keyId = parameters.get("keyid");
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) throw new SignatureError("key_not_found", "The signer's profile has no key with this keyid");
  const { hash, alg } = (key.kty === "EC" && hashes[key.crv ?? ""]) || {};
  const named = parameters.get("alg");
  if (!hash || (named !== undefined && named !== alg))
    throw new SignatureError("algorithm_unsupported", "Signatures are made with ES256 or ES384");
  const covered = new Set(components.map(([name]) => name));
  const missing = neededComponents(message).find((name) => !covered.has(name));
  if (missing) throw new SignatureError("signature_invalid", `The signature doesn't cover ${missing}`);
  const expires = parameters.get("expires");
  if (typeof expires === "number" && expires < now) throw new SignatureError("signature_invalid", "It has expired");
  const created = parameters.get("created");
  if (typeof created === "number" && created > now + clockSeconds)
    throw new SignatureError("signature_invalid", "It was created in the future");
  const base = signatureBase(message, input);
  if (base === undefined || !isSignedBy(key, hash, base, signature))
    throw new SignatureError("signature_invalid", "The signature isn't one of this message by this key");
}

/** The first signatures of a message, and what they cover. @throws SignatureError if there is none */
function readSignatures({ header }: SignedMessage) {
  const inputs = readDictionary(header("signature-input"));
  const signatures = readDictionary(header("signature"));
  if (!inputs || !signatures)
    throw new SignatureError("signature_missing", "Signature and Signature-Input belong together");
  const read = [...inputs].slice(0, mostSignatures).flatMap(([name, input]) => {
    const signature = signatures.get(name);
    const bytes = signature && !isInnerList(signature) ? signature[0] : undefined;
    return isInnerList(input) && bytes instanceof ArrayBuffer ? [{ input, signature: Buffer.from(bytes) }] : [];
  });
  if (read.length === 0)
    throw new SignatureError("signature_missing", "Signature and Signature-Input don't belong together");
  return read;
}

function isSignedBy(jwk: VerifyingKey, hash: string, base: string, signature: Buffer) {
  try {
    const key = createPublicKey({ key: jwk, format: "jwk" });
    return verify(hash, Buffer.from(base), { key, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    // Not a point on the curve.
    return false;
  }
}

/** What a signature has to cover. */
function neededComponents({ method, url, header, body }: SignedMessage) {
  const ofMessage = method === undefined ? ["@status"] : ["@method", "@authority", "@path"];
  const ofSender = ["ucp-agent", "idempotency-key"].filter((name) => method && header(name) !== undefined);
  return [
    ...ofMessage,
    ...(url?.search ? ["@query"] : []),
    ...ofSender,
    ...(body.length > 0 ? ["content-digest", "content-type"] : []),
  ];
}

/** RFC 9421, section 2.5; undefined for components that the message lacks, or that have parameters, which the protocol doesn't use. */
function signatureBase(message: SignedMessage, input: InnerList) {
  const lines: string[] = [];
  for (const [name, parameters] of input[0]) {
    const value = typeof name === "string" && parameters.size === 0 ? componentOf(message, name) : undefined;
    if (value === undefined) return undefined;
    lines.push(`"${name}": ${value}`);
  }
  const isRepeated = new Set(lines).size < lines.length;
  return isRepeated ? undefined : [...lines, `"@signature-params": ${serializeInnerList(input)}`].join("\n");
}

function componentOf({ method, url, status, header }: SignedMessage, name: string) {
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return url?.host;
    case "@scheme":
      return url?.protocol.slice(0, -1);
    case "@path":
      return url?.pathname;
    case "@query":
      return url && (url.search || "?");
    case "@target-uri":
      return url?.href;
    case "@status":
      return status?.toString();
    default:
      return header(name)?.trim();
  }
}

function digestOf(body: Uint8Array) {
  return serializeDictionary(new Map([["sha-256", [sha256(body), noParameters]]]));
}

/** Undefined for nothing, and for what isn't a dictionary (RFC 8941). */
function readDictionary(text: string | undefined) {
  try {
    return text ? parseDictionary(text) : undefined;
  } catch {
    return undefined;
  }
}

function sha256(body: Uint8Array) {
  return createHash("sha256").update(body).digest();
}
