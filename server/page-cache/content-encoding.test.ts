import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { decode, encode, encodingFor } from "./content-encoding.ts";

test("whatever a browser says of encodings, it gets one that it named, or none", () => {
  fc.assert(
    fc.property(anyText, (header) => {
      for (const encoding of [encodingFor(header), encodingFor(header, true)])
        expect(encoding === "identity" || header.toLowerCase().includes(encoding)).toBe(true);
    }),
  );
});

test("the smallest encoding that isn't refused is taken, or in haste the quickest, in whatever order and letter case they stand", () => {
  const quality = fc.constantFrom("", ";q=1", "; q=0.5", ";q=0.001", ";q=0", "; q=0.000");
  const names = fc.constantFrom("br", "gzip", "GZIP", "Br", "deflate", "zstd", "identity");
  const offers = fc.uniqueArray(fc.tuple(names, quality), { selector: ([name]) => name.toLowerCase() });
  fc.assert(
    fc.property(offers, (offers) => {
      const taken = offers.filter(([, q]) => !/=0(\.0+)?$/.test(q)).map(([name]) => name.toLowerCase());
      const first = (names: string[]) => names.find((name) => taken.includes(name)) ?? "identity";
      const header = offers.map((offer) => offer.join("")).join(", ");
      expect(encodingFor(header)).toBe(first(["br", "gzip"]));
      expect(encodingFor(header, true)).toBe(first(["zstd", "br", "gzip"]));
    }),
  );
});

test.each(["br", "gzip", "zstd", "identity"] as const)(
  "what is sent as %s is read as it was, and takes no more memory than it has bytes",
  (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (bytes, isInHaste) => {
        const body = Buffer.from(bytes);
        const encoded = encode(body, encoding, isInHaste);
        const decoded = decode(encoded, encoding);
        expect(decoded).toEqual(body);
        for (const part of [encoded, decoded]) expect(part.buffer.byteLength).toBe(part.byteLength);
      }),
      { numRuns: 30 },
    );
  },
);
