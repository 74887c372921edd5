import { expect, test } from "vitest";
import { readOriginal } from "./original-values.tsx";

test("a form's original values are read, and what isn't theirs counts as none", () => {
  expect(readOriginal({ original: '{"title":"Tea"}' })).toEqual({ title: "Tea" });
  const nested = "[1,".repeat(40) + "]".repeat(40);
  for (const original of ["", "[", "null", nested]) expect(readOriginal({ original })).toEqual({});
  expect(readOriginal({})).toEqual({});
});
