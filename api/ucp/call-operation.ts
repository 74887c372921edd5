import { answerOnce } from "#shop/idempotency/answer-once.ts";
import { fingerprintOf, type KeptAnswer, longestKey } from "#shop/idempotency/idempotency-keys.ts";
import { checkDigest, type SignedMessage, verifyMessage } from "#shop/platforms/http-signatures.ts";
import type { PlatformProfile } from "#shop/platforms/platform-profile.ts";
import { protocolVersion } from "#shop/platforms/protocol-version.ts";
import type { Profiles } from "#shop/platforms/read-profiles.ts";
import { errorMessage, Refusal } from "#shop/platforms/refusal.ts";
import type { Shop } from "#shop/shop.ts";
import { parseSent } from "../parse-sent.ts";
import { type CapabilityName, intersect, relevantTo } from "./capabilities.ts";
import { TransportError } from "./errors.ts";
import type { Call, Operation } from "./operation.ts";

/** What REST and MCP both know of a request. */
export interface Request {
  /** Where the platform's profile is, as the request says; undefined if it doesn't. */
  profileUrl: string | undefined;
  /** The protocol's version, if the request names one itself. */
  version?: string | undefined;
  id: string;
  body: unknown;
  key: string | undefined;
  clientAddress: string;
  /** The HTTP request, for its signature. */
  message: SignedMessage;
}

export interface Answer {
  status: number;
  /** JSON */
  body: string;
}

interface Context {
  shop: Shop;
  profiles: Profiles;
}

/**
 * Answers one request: finds out who asks and what both sides can do, parses the body, and runs the operation, once for each idempotency key.
 *
 * @throws TransportError, ProfileError, SignatureError
 */
export async function callOperation(context: Context, operation: Operation, request: Request): Promise<Answer> {
  const { shop } = context;
  const { platform, isSigned } = await readPlatform(context, request);
  const shared = intersect(platform.capabilities);
  const answer = (status: number, content: object, ucp?: object): KeptAnswer => ({
    ...{ status, headers: {} },
    body: JSON.stringify({
      ucp: { version: protocolVersion, ...ucp, capabilities: relevantTo(operation.capability, shared) },
      ...content,
    }),
  });
  try {
    if (!shared.has(operation.capability)) throw incompatible(operation.capability, shop);
    const { id, clientAddress } = request;
    const call = { shop, platform, isSigned, capabilities: shared, id, clientAddress };
    const body = parseBody(operation, request.body);
    const run = async (db: Call<unknown>["db"]) => {
      const { content, status = 200, paymentHandlers } = await operation.run({ ...call, db, body });
      return answer(status, content, paymentHandlers && { payment_handlers: paymentHandlers });
    };
    return await (operation.changes
      ? runOnce(shop, operation, { request, holder: holderOf(platform, isSigned), run })
      : run(shop.db));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { messages, continueUrl, isConflict } = error;
    const refused = { messages, ...(continueUrl && { continue_url: continueUrl }) };
    return answer(isConflict ? 409 : 200, refused, { status: "error" });
  }
}

/** Answers to signed requests are repeated to signed ones alone. */
function holderOf({ url }: PlatformProfile, isSigned: boolean) {
  return `${isSigned ? "signing platform" : "platform"} ${url}`;
}

interface Sender {
  platform: PlatformProfile;
  isSigned: boolean;
}

/** Fetches the profile of who asks, and checks the request's version and signature. A signature by an unknown key may be newer than the profile. */
async function readPlatform({ shop, profiles }: Context, request: Request): Promise<Sender> {
  const { profileUrl, version, message } = request;
  if (profileUrl === undefined)
    throw new TransportError("invalid_profile_url", "Say in UCP-Agent where the platform's profile is");
  checkDigest(message);
  if (version !== undefined && version !== protocolVersion) throw unsupported(version, shop);
  const platform = await profiles.read(profileUrl);
  if (platform.version !== protocolVersion) throw unsupported(platform.version, shop);
  if (message.header("signature") === undefined && message.header("signature-input") === undefined)
    return { platform, isSigned: false };
  const now = Math.floor(shop.now().getTime() / 1000);
  try {
    verifyMessage(message, platform.keys, now);
    return { platform, isSigned: true };
  } catch (error) {
    if ((error as { code?: string }).code !== "key_not_found") throw error;
    const newer = await profiles.read(profileUrl, true);
    verifyMessage(message, newer.keys, now);
    return { platform: newer, isSigned: true };
  }
}

function unsupported(version: string, { settings }: Shop) {
  const content = `Version ${version} is not supported. This shop implements version ${protocolVersion}.`;
  return new TransportError("version_unsupported", content, { continueUrl: settings.shopUrl });
}

function incompatible(capability: CapabilityName, { settings }: Shop) {
  const content = `The platform's profile doesn't have ${capability} in version ${protocolVersion}.`;
  const message = errorMessage("capabilities_incompatible", content, "unrecoverable");
  return new Refusal([message], { continueUrl: settings.shopUrl });
}

/** @throws TransportError */
function parseBody({ body: schema }: Operation, body: unknown) {
  if (!schema) return undefined;
  const parsed = parseSent(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = issue.path?.map(({ key }) => String(key).slice(0, 60)).join(".") ?? "";
  const isTooMany = issue.type === "max_length" && Array.isArray(issue.input);
  throw new TransportError(
    isTooMany ? "request_too_large" : "invalid_request",
    `${path || "The body"}: ${issue.message}`.slice(0, 300),
  );
}

interface Keyed {
  request: Request;
  holder: string;
  run: (db: Shop["db"]) => Promise<KeptAnswer>;
}

/** @throws TransportError if the key is unusable, of another request, or of one that is being worked on */
async function runOnce(shop: Shop, { name }: Operation, { request, holder, run }: Keyed): Promise<Answer> {
  const { key, id, body } = request;
  if (key === undefined) return run(shop.db);
  if (key === "" || key.length > longestKey)
    throw new TransportError("invalid_request", `An idempotency key has 1 to ${longestKey} characters`);
  const fingerprint = fingerprintOf(name, id, JSON.stringify(body ?? null));
  const once = await answerOnce(shop, { holder, key, fingerprint }, run);
  if (once.outcome === "answered") return once.answer;
  if (once.outcome === "otherRequest")
    throw new TransportError("idempotency_conflict", "This idempotency key belongs to another request");
  throw new TransportError("idempotency_conflict", "This request is being worked on", { retryAfter: 1 });
}
