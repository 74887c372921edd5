import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { nameSession } from "#shop/accounts/session-name.ts";
import { hasOwnPages, privatePage } from "#web/cacheability.ts";
import { outageMark } from "#web/outage-mark.ts";
import { shownToHeader, visitors } from "#web/shown-to.ts";
import { type Bytes, decode, type Encoding, encode, encodingFor } from "./content-encoding.ts";
import { isPrefetch, prefetchCacheControl } from "./prefetch.ts";
import { sharedInOutage, withoutSharing } from "./shared-caches.ts";

/** A response. Header names and values alternate, as Node writes them. */
export interface Answer {
  status: number;
  headers: string[];
  body: Bytes | undefined;
}

interface EncodedPage {
  body: Bytes;
  headers: string[];
}

/** A cached page in the encodings that were requested so far, usually one. */
export class CachedPage {
  #headers: string[];
  /** Whether customers share the page, each with a session of their own. */
  #isForCustomers: boolean;
  #etag: string;
  #encoded = new Map<Encoding, EncodedPage>();
  /** Approximate bytes in memory. */
  size = 0;

  /** @param responseHeaders the response's headers, without a content encoding */
  constructor(body: Bytes, responseHeaders: Headers, request: IncomingMessage) {
    // Weak, because it is the same for every encoding.
    this.#etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const headers = new Headers(responseHeaders);
    headers.delete("content-length");
    headers.set("etag", this.#etag);
    this.#isForCustomers = headers.get(shownToHeader) !== visitors;
    if (this.#isForCustomers) headers.delete(shownToHeader);
    this.#headers = [...headers].flat();
    this.#add(body, encodingFor(request.headers["accept-encoding"]));
  }

  answerTo(request: IncomingMessage): Answer {
    const answer: Answer = this.#isKnown(request)
      ? { status: 304, headers: this.#headers, body: undefined }
      : { status: 200, ...this.#encodedFor(encodingFor(request.headers["accept-encoding"])) };
    const session = this.#isForCustomers && nameSession(request.headers.cookie);
    if (session) answer.headers = [...answer.headers, shownToHeader, session];
    if (!isPrefetch(request)) return answer;
    const valueIndex = answer.headers.indexOf("cache-control") + 1;
    return { ...answer, headers: withoutSharing(answer.headers.with(valueIndex, prefetchCacheControl)) };
  }

  /**
   * The page as it was before the database went away. Nobody stores it, so that what it says of itself is gone with the outage. Its bytes are the
   * same; scripts learn of the outage by `Server-Timing`. Nobody can say whom it is for. See docs/decisions/0236.
   */
  staleAnswerTo(request: IncomingMessage): Answer {
    const { body, headers } = this.#encodedFor(encodingFor(request.headers["accept-encoding"]));
    const shared = hasOwnPages(request.headers.cookie) ? withoutSharing(headers) : sharedInOutage(headers);
    const unsaid = ["etag", "cache-control", shownToHeader];
    const said = shared.flatMap((name, index) =>
      index % 2 || unsaid.includes(name) ? [] : [name, shared[index + 1] ?? ""],
    );
    return { status: 200, headers: [...said, "cache-control", privatePage, "server-timing", outageMark], body };
  }

  #isKnown({ headers }: IncomingMessage) {
    return headers["if-none-match"]?.split(",").some((tag) => tag.trim() === this.#etag) ?? false;
  }

  #encodedFor(encoding: Encoding) {
    const page = this.#encoded.get(encoding);
    if (page) return page;
    const [[other, { body }]] = this.#encoded as unknown as [[Encoding, EncodedPage]];
    return this.#add(decode(body, other), encoding);
  }

  #add(body: Bytes, encoding: Encoding) {
    const encoded = encode(body, encoding);
    const headers = [...this.#headers, "content-length", String(encoded.length)];
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    const page = { body: encoded, headers };
    this.#encoded.set(encoding, page);
    this.size += encoded.length + headers.join().length;
    return page;
  }
}
