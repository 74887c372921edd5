import type { Context } from "hono";
import { parseDictionary } from "structured-headers";
import type { SignedMessage } from "#shop/platforms/http-signatures.ts";
import type { ApiEnv } from "../api-env.ts";
import { type BodyFault, hasBody, readJson } from "../read-json.ts";
import { type ProblemCode, TransportError } from "./errors.ts";

/** Bytes. A cart of a hundred lines has 20 KB. */
const mostBytes = 128 * 1024;

/** What reading a request's own parts of the protocol gives. */
export interface ReadMessage {
  message: SignedMessage;
  /** Undefined without a body. */
  json: unknown;
}

/**
 * Reads a request: its bytes for the signature, and its JSON. Its size is checked before any of it is read.
 *
 * @param shopUrl the shop's public address, whatever a proxy made of it
 * @throws TransportError
 */
export async function readMessage({ req }: Context<ApiEnv>, shopUrl: string): Promise<ReadMessage> {
  const { pathname, search } = new URL(req.url);
  const read = hasBody(req) ? await readJson(req, mostBytes) : { text: "", json: undefined };
  if (read.fault) throw new TransportError(...faults[read.fault]);
  const message: SignedMessage = {
    method: req.method,
    url: new URL(pathname + search, shopUrl),
    header: (name) => req.header(name),
    body: new TextEncoder().encode(read.text),
  };
  return { message, json: read.json };
}

const faults: Record<BodyFault, [ProblemCode, string]> = {
  lengthRequired: ["length_required", "Say in Content-Length how long the body is"],
  tooLong: ["content_too_large", `The body has more than ${mostBytes} bytes`],
  otherType: ["unsupported_media_type", "The body has to be application/json"],
  notJson: ["malformed_json", "The body isn't JSON, or has too many lists and objects in each other"],
};

/**
 * What `UCP-Agent` says of the platform (RFC 8941): the address of its profile, and maybe a version.
 *
 * @throws TransportError
 */
export function readAgent(header: string | undefined): { profileUrl?: string; version?: string } {
  if (header === undefined) return {};
  const malformed = new TransportError("invalid_profile_url", 'UCP-Agent has to read profile="https://…"');
  try {
    const members = parseDictionary(header);
    const [profileUrl] = members.get("profile") ?? [];
    const [version] = members.get("version") ?? [];
    if (typeof profileUrl !== "string") throw malformed;
    return { profileUrl, ...(typeof version === "string" && { version }) };
  } catch {
    throw malformed;
  }
}
