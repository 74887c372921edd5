import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import { remember } from "#shop/text/remember.ts";

/** Bytes that are never written to again. */
export type Bytes = Buffer<ArrayBuffer>;

interface Coder {
  /** @param quality of Brotli */
  encode: (body: Bytes, quality: number) => Bytes;
  decode: (body: Bytes) => Bytes;
}

/** Ways to send a body. Pages are small: each is compressed whole, which takes less than a stream of its own would. See docs/decisions/0040. */
const coders = {
  br: {
    encode: (body, quality) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    decode: (body) => brotliDecompressSync(body),
  },
  gzip: { encode: (body) => gzipSync(body), decode: (body) => gunzipSync(body) },
  zstd: { encode: (body) => zstdCompressSync(body), decode: (body) => zstdDecompressSync(body) },
  identity: { encode: (body) => body, decode: (body) => body },
} satisfies Record<string, Coder>;

export type Encoding = keyof typeof coders;

/**
 * The smallest way to send a body that a request's `Accept-Encoding` takes.
 *
 * @param isInHaste whether the processor's time counts for more than bytes
 */
export function encodingFor(accepted = "", isInHaste = false): Encoding {
  return isInHaste ? findQuick(accepted) : findSmallest(accepted);
}

const findSmallest = findFirst(["br", "gzip"]);
// Zstandard takes less than half of the time for as many bytes as Brotli at its quality in haste. See docs/decisions/0429.
const findQuick = findFirst(["zstd", "br", "gzip"]);

/** Browsers send a handful of different headers. */
function findFirst(preferred: Encoding[]) {
  return remember(16 * 1024, (accepted): Encoding => {
    const names = acceptedEncodings(accepted);
    return preferred.find((name) => names.includes(name)) ?? "identity";
  });
}

/** The encodings that a request's `Accept-Encoding` names and doesn't refuse, in small letters. */
export function acceptedEncodings(accepted = "") {
  return accepted
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
}

/** @param isInHaste whether the processor's time counts for more than bytes */
export function encode(body: Bytes, encoding: Encoding, isInHaste = false): Bytes {
  return withoutSlack(coders[encoding].encode(body, isInHaste ? 3 : 5));
}

export function decode(body: Bytes, encoding: Encoding): Bytes {
  return withoutSlack(coders[encoding].decode(body));
}

/** What zlib's functions return is often a small view of a large buffer, all of which stays in memory with it. */
function withoutSlack(bytes: Bytes): Bytes {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}
