import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Bytes, decode, type Encoding, encode, encodingFor } from "./encodings.ts";
import { isPrefetch, prefetchCacheControl } from "./prefetch.ts";

/** What is sent: names and values of headers by turns, as Node writes them. */
export interface Answer {
  status: number;
  headers: string[];
  body: Bytes | undefined;
}

interface Form {
  body: Bytes;
  headers: string[];
}

/** A whole page that answers requests, in the encodings that were asked for so far: most pages are asked for in one alone. */
export class CachedPage {
  #headers: string[];
  #etag: string;
  #forms = new Map<Encoding, Form>();
  /** Bytes that it takes, about. */
  size = 0;

  /** @param said the answer's headers, of which no encoding is one */
  constructor(body: Bytes, said: Headers, request: IncomingMessage) {
    // Weak, because it names what the page says, whatever form it comes in.
    this.#etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const headers = new Headers(said);
    headers.delete("content-length");
    headers.set("etag", this.#etag);
    this.#headers = [...headers].flat();
    this.#add(body, encodingFor(request.headers["accept-encoding"]));
  }

  answerTo(request: IncomingMessage): Answer {
    const answer = this.#isKnown(request)
      ? { status: 304, headers: this.#headers, body: undefined }
      : { status: 200, ...this.#form(encodingFor(request.headers["accept-encoding"])) };
    if (!isPrefetch(request)) return answer;
    const said = answer.headers.indexOf("cache-control") + 1;
    return { ...answer, headers: answer.headers.with(said, prefetchCacheControl) };
  }

  #isKnown({ headers }: IncomingMessage) {
    return headers["if-none-match"]?.split(",").some((tag) => tag.trim() === this.#etag) ?? false;
  }

  #form(encoding: Encoding) {
    const form = this.#forms.get(encoding);
    if (form) return form;
    const [[other, { body }]] = this.#forms as unknown as [[Encoding, Form]];
    return this.#add(decode(body, other), encoding);
  }

  #add(body: Bytes, encoding: Encoding) {
    const encoded = encode(body, encoding);
    const headers = [...this.#headers, "content-length", String(encoded.length)];
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    const form = { body: encoded, headers };
    this.#forms.set(encoding, form);
    this.size += encoded.length + headers.join().length;
    return form;
  }
}
