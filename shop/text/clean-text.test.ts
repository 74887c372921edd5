import { expect, test } from "vitest";
import { cleanId, cleanText } from "./clean-text.ts";

test.each([
  ["\u200b\u200b", ""],
  ["\u00ad\u2060\ufeff\u200e", ""],
  ["\u3164", ""],
  ["\u2800\u00a0", ""],
  ["Nice\u200b mug\ufeff", "Nice mug"],
  ["\u202eMug\u202c", "Mug"],
  ["Choco\u00adlate", "Chocolate"],
  ["\u00a0 Tea \u200d", "Tea"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"],
  ["one\r\n\ttwo", "one\r\n\ttwo"],
])("the text %j is kept as %j", (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test.each([
  ["s1\u200b", "s1"],
  ["\ufeffs2", "s2"],
  ["s\u200d3\u200e", "s3"],
  ["a\u00a0b\u202fc", "a b c"],
  ["👩\u200d🚀", "👩\u200d🚀"],
])("the id %j is compared as %j", (id, clean) => {
  expect(cleanId(id)).toBe(clean);
});

test("a million spaces take no time that anyone notices", () => {
  expect(cleanText(`a${" ".repeat(1_000_000)}b`)).toHaveLength(1_000_002);
  expect(cleanText(" ".repeat(1_000_000))).toBe("");
});
