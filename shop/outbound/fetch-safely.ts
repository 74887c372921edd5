import { type LookupAddress, lookup as resolve } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { OutboundError } from "./outbound-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** Connecting, and each pause of an answer. */
const idleMs = 15_000;
/** From the first request to the end of the last answer. */
const wholeMs = 60_000;
const mostRedirects = 5;
/** RFC 9110, section 15.4 */
const redirects = [301, 302, 303, 307, 308];
/** Only these send a body on to where they lead. */
const redirectsOfBodies = [307, 308];
/** What is sent waits for less long than what is fetched: others wait behind it. */
const postLimits = { idleMs: 10_000, wholeMs: 15_000 };
/** No site learns which shop asks. */
const userAgent = "Torg";

export interface OutboundOptions {
  /** Answers that are larger are refused while they arrive. */
  mostBytes: number;
  /** The media types that are wanted. */
  accept: string;
  /** Hosts with private addresses that may be reached (`host:port`). */
  allowedPrivateHosts: readonly string[];
  /** Aborts it. */
  signal: AbortSignal;
  /** Whether a redirect is the answer. */
  keepsRedirects?: true;
  limits?: { idleMs: number; wholeMs: number };
}

/** A site's answer, whatever its status. */
export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  content: Uint8Array<ArrayBuffer>;
}

/** What is sent to an address. */
export interface OutboundPost extends Omit<OutboundOptions, "accept"> {
  body: string;
  headers: Record<string, string>;
}

interface Message extends OutboundOptions {
  /** Undefined if something is fetched. */
  post?: Pick<OutboundPost, "body" | "headers">;
}

/**
 * Fetches what an address names that someone else wrote: only by http and https, and only from public addresses, so that it can't be used to reach what
 * else runs in the shop's network. The host's addresses are checked where the connection takes them from, and again for each redirect. See docs/decisions/0205.
 *
 * @throws OutboundError, and the signal's reason
 */
export function fetchSafely(address: string, options: OutboundOptions): Promise<OutboundAnswer> {
  return follow(address, options, redirects);
}

/**
 * Posts to an address that someone else wrote, by the rules of `fetchSafely`. It follows only those redirects that repeat the body. The status
 * counts: of an answer that is larger than `mostBytes`, packed or slow, what has come of it by then is kept.
 *
 * @throws OutboundError, and the signal's reason
 */
export function postSafely(address: string, { body, headers, ...options }: OutboundPost): Promise<OutboundAnswer> {
  const message = { limits: postLimits, ...options, accept: "*/*", post: { body, headers } };
  return follow(address, message, redirectsOfBodies);
}

async function follow(address: string, message: Message, followed: number[]): Promise<OutboundAnswer> {
  const { signal, limits = { idleMs, wholeMs } } = message;
  const time = AbortSignal.timeout(limits.wholeMs);
  let url = readUrl(address);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    try {
      const answer = await sendOnce(url, { ...message, limits, signal: AbortSignal.any([signal, time]) });
      const { location } = answer.headers;
      if (message.keepsRedirects || !followed.includes(answer.status) || location === undefined) return answer;
      url = readUrl(location, url);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutboundError) throw error;
      const problem = time.aborted ? "takes too long to answer" : "can't be reached";
      throw new OutboundError("unreachable", `${url.hostname} ${problem}`, error);
    }
  }
  throw new OutboundError("refused", `${url.hostname} redirects too often`);
}

/** @throws OutboundError */
function readUrl(text: string, base?: URL) {
  const url = URL.parse(text, base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundError("refused", "This isn't a web address");
  // They would be sent along.
  url.username = "";
  url.password = "";
  return url;
}

type Once = Message & Required<Pick<OutboundOptions, "limits">>;

async function sendOnce(url: URL, { accept, mostBytes, allowedPrivateHosts, signal, limits, post }: Once) {
  const isAllowed = allowedPrivateHosts.includes(hostAndPort(url));
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  // The lookup is skipped for these.
  if (!isAllowed && isIP(literal) && !isPublicAddress(literal)) throw privateError(url);
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    // Without an agent, no connection is used again that was opened for something else, and no proxy of the environment.
    agent: false,
    method: post ? "POST" : "GET",
    // Packed answers could grow without end.
    headers: { ...post?.headers, accept, "accept-encoding": "identity", "user-agent": userAgent },
    timeout: limits.idleMs,
    signal,
    ...(!isAllowed && { lookup: publicLookup(url) }),
  });
  request.on("timeout", () => request.destroy(new Error("No answer")));
  request.end(post?.body);
  const response = await answerOf(request);
  const content = await (post ? readStart(response, mostBytes) : readContent(url, response, mostBytes));
  return { status: response.statusCode ?? 0, headers: response.headers, content };
}

/** As `ALLOWED_PRIVATE_HOSTS` writes it. */
export function hostAndPort({ host, port, protocol }: URL) {
  return port ? host : `${host}:${protocol === "https:" ? 443 : 80}`;
}

function privateError({ hostname }: URL) {
  return new OutboundError("refused", `${hostname} is a private address`);
}

/** Resolves a host for its connection, which goes to one of these very addresses: a second answer of the DNS is never asked for. */
function publicLookup(url: URL): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, "");
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(privateError(url), "");
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
    });
}

function answerOf(request: ClientRequest) {
  return new Promise<IncomingMessage>((answer, fail) => request.on("response", answer).on("error", fail));
}

async function readContent({ hostname }: URL, response: IncomingMessage, mostBytes: number) {
  if ((response.headers["content-encoding"] ?? "identity") !== "identity") {
    response.destroy();
    throw new OutboundError("packed", `${hostname} sends packed content that wasn't asked for`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new OutboundError("tooLarge", `${hostname} sends more than ${sizeInWords(mostBytes)}`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** What comes of an answer before it is too large, or breaks off. */
async function readStart(response: IncomingMessage, mostBytes: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes >= mostBytes) break;
    }
  } catch {
    // The time is over, or the connection was lost.
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, mostBytes));
}

function sizeInWords(bytes: number) {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
