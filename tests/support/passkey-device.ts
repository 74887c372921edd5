import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

interface Device {
  /** The site that its browser shows. */
  origin: string;
  /** Whether its user unlocks it. */
  isUnlocked?: boolean;
}

const flags = { present: 0x01, unlocked: 0x04, hasCredential: 0x40 };

/** A device with one passkey, made of what WebAuthn says of its bytes (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data). */
export function passkeyDevice({ origin, isUnlocked = true }: Device) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  const state = { counter: 0, origin };

  function authenticatorData(rpId: string, more = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    const flag = flags.present | (isUnlocked ? flags.unlocked : 0) | (more.length > 0 ? flags.hasCredential : 0);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flag]), counter, more]);
  }

  function clientData(type: string, challenge: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: state.origin, crossOrigin: false }));
  }

  return {
    ...credential,
    state,
    /** Answers what a browser is asked to make. */
    make({ challenge, rp }: { challenge: string; rp: { id?: string } }) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(rp.id ?? "", attested);
      // {"fmt": "none", "attStmt": {}, "authData": …}
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex");
      const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data]).toString("base64url");
      const clientDataJSON = clientData("webauthn.create", challenge).toString("base64url");
      return JSON.stringify({
        ...credential,
        response: { clientDataJSON, attestationObject, transports: ["internal"] },
      });
    },
    /** Answers what a browser is asked to sign in with. */
    use({ challenge, rpId }: { challenge: string; rpId?: string }) {
      const data = authenticatorData(rpId ?? "");
      const client = clientData("webauthn.get", challenge);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      };
      return JSON.stringify({ ...credential, response });
    },
  };
}
