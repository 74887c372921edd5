import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { checkDigest, type SignedMessage, type SigningKey, signMessage, verifyMessage } from "./http-signatures.ts";

const now = 1_800_000_000;

function keyPair(namedCurve = "P-256") {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
  const signing: SigningKey = { kid: "key-1", jwk: privateKey.export({ format: "jwk" }) };
  return { signing, keys: [{ ...publicKey.export({ format: "jwk" }), kid: "key-1" }] };
}

function message(headers: Record<string, string> = {}, changes: Partial<SignedMessage> = {}): SignedMessage {
  const all: Record<string, string> = {
    "content-type": "application/json",
    "ucp-agent": 'profile="https://a.example"',
  };
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  return {
    ...{ method: "POST", url: new URL("https://shop.example/ucp/v1/carts?a=1"), body: Buffer.from('{"a":1}') },
    header: (name) => all[name],
    ...changes,
  };
}

function problemOf(check: () => unknown) {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

/** RFC 9421, appendix B.2.4: a response that another implementation has signed. */
test("the example of RFC 9421 is verified", () => {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "content-digest":
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
    "content-length": "23",
    "signature-input":
      'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    signature: "sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:",
  };
  const signed = { status: 200, header: (name: string) => headers[name], body: Buffer.from('{"message": "good dog"}') };
  const key = {
    kid: "test-key-ecc-p256",
    ...{ kty: "EC", crv: "P-256" },
    x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
    y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
  };
  verifyMessage(signed, [key], now);
  expect(problemOf(() => verifyMessage({ ...signed, status: 201 }, [key], now))).toBe("signature_invalid");
});

test.each(["P-256", "P-384"])("what was signed with %s is verified, and nothing else", (curve) => {
  const { signing, keys } = keyPair(curve);
  const headers = { ...signMessage(signing, message(), now), "Idempotency-Key": "k" };
  const withKey = signMessage(signing, message(headers), now);
  const signed = message({ ...headers, ...withKey });
  checkDigest(signed);
  verifyMessage(signed, keys, now);
  const changes: Partial<SignedMessage>[] = [
    { method: "PUT" },
    { url: new URL("https://other.example/ucp/v1/carts?a=1") },
    { url: new URL("https://shop.example/ucp/v1/cart?a=1") },
    { url: new URL("https://shop.example/ucp/v1/carts?a=2") },
    { url: new URL("https://shop.example/ucp/v1/carts") },
  ];
  for (const change of changes)
    expect(problemOf(() => verifyMessage({ ...signed, ...change }, keys, now))).toBe("signature_invalid");
  const replaced = message({ ...headers, ...withKey, "Idempotency-Key": "other" });
  expect(problemOf(() => verifyMessage(replaced, keys, now))).toBe("signature_invalid");
  expect(problemOf(() => checkDigest({ ...signed, body: Buffer.from('{"a":2}') }))).toBe("digest_mismatch");
});

test("a signature that leaves out a part that matters isn't enough", () => {
  const { signing, keys } = keyPair();
  const headers = signMessage(signing, message({}, { body: Buffer.alloc(0) }), now);
  expect(problemOf(() => verifyMessage(message(headers), keys, now))).toBe("signature_invalid");
  const withoutQuery = signMessage(signing, message({}, { url: new URL("https://shop.example/ucp/v1/carts") }), now);
  expect(problemOf(() => verifyMessage(message(withoutQuery), keys, now))).toBe("signature_invalid");
});

test("each problem has the protocol's code", () => {
  const { signing, keys } = keyPair();
  const { keys: others } = keyPair();
  const signed = signMessage(signing, message(), now);
  const code = (headers: Record<string, string>, known: typeof keys = keys) =>
    problemOf(() => verifyMessage(message(headers), known, now));
  const { "Signature-Input": input = "", Signature: signature = "" } = signed;
  expect(code({ ...signed, Signature: "" })).toBe("signature_missing");
  expect(code({ ...signed, Signature: signature.replace("sig1", "sig2") })).toBe("signature_missing");
  expect(code({ ...signed, "Signature-Input": "(((" })).toBe("signature_missing");
  expect(code(signed, [])).toBe("key_not_found");
  expect(code(signed, others)).toBe("signature_invalid");
  expect(code(signed, [{ ...others[0], kid: "key-1", x: "AAAA" }])).toBe("signature_invalid");
  expect(code(signed, [{ kid: "key-1", kty: "RSA" }])).toBe("algorithm_unsupported");
  expect(code({ ...signed, "Signature-Input": `${input};alg="rsa-v1_5-sha256"` })).toBe("algorithm_unsupported");
  expect(code({ ...signed, "Signature-Input": `${input};expires=1` })).toBe("signature_invalid");
  expect(code({ ...signed, "Signature-Input": input.replace('"@method"', '"@method";req') })).toBe("signature_invalid");
});

test("a clock may be some minutes ahead, and not more", () => {
  const { signing, keys } = keyPair();
  const madeIn = (seconds: number) => message(signMessage(signing, message(), now + seconds));
  verifyMessage(madeIn(200), keys, now);
  expect(problemOf(() => verifyMessage(madeIn(400), keys, now))).toBe("signature_invalid");
});

test("of several signatures, one by the sender's key is enough among the first four", () => {
  const { signing, keys } = keyPair();
  const signed = signMessage(signing, message(), now);
  const behind = (others: number) => {
    const names = Array.from({ length: others }, (_, index) => `proxy${index}`);
    const inputs = names.map((name) => `${name}=("@method");keyid="other"`);
    const signatures = names.map((name) => `${name}=:AAAA:`);
    return message({
      "Signature-Input": [...inputs, signed["Signature-Input"]].join(", "),
      Signature: [...signatures, signed.Signature].join(", "),
      "Content-Digest": signed["Content-Digest"] ?? "",
    });
  };
  verifyMessage(behind(1), keys, now);
  verifyMessage(behind(3), keys, now);
  expect(problemOf(() => verifyMessage(behind(4), keys, now))).toBe("key_not_found");
});

test("headers as long as any are refused", () => {
  const { keys } = keyPair();
  for (const text of ["a=1,".repeat(4000), `sig1=(${'"@method" '.repeat(1600)})`, "&".repeat(16_000)]) {
    const headers = { "Signature-Input": text, Signature: text, "Content-Digest": text };
    expect(problemOf(() => verifyMessage(message(headers), keys, now))).toMatch(/^(signature_missing|key_not_found)$/);
    expect(problemOf(() => checkDigest(message(headers)))).toBe("digest_mismatch");
  }
});
