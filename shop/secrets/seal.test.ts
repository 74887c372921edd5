import { expect, test } from "vitest";
import { seal, unseal } from "./seal.ts";

const secret = "a secret that is only good for tests";

test("a sealed text can be read again with the same secret alone", () => {
  const sealed = seal("Blåbær", secret);
  expect(Buffer.from(sealed, "base64url").toString()).not.toContain("Blåbær");
  expect(unseal(sealed, secret)).toBe("Blåbær");
  expect(unseal(sealed, "another secret")).toBeUndefined();
});

test("the same text is sealed differently each time", () => {
  expect(seal("same", secret)).not.toBe(seal("same", secret));
});

test("a text that was changed, cut or never sealed isn't read", () => {
  const sealed = seal("text", secret);
  expect(unseal(`${sealed.slice(0, -2)}AA`, secret)).toBeUndefined();
  expect(unseal(sealed.slice(0, 30), secret)).toBeUndefined();
  expect(unseal("", secret)).toBeUndefined();
});
