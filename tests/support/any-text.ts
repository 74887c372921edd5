import fc from "fast-check";

/** Any code point but a surrogate's. fast-check's own unit "binary" first lists a million texts, which takes a second. */
export const anyCodePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Any string: control characters, lone surrogates, combining marks, noncharacters. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCodePoint }),
  fc.string({ unit: "grapheme" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
