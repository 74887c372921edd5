import { expect, test } from "vitest";
import { createPasswordHashing, hashingClient, isCommonPassword } from "./passwords.ts";

test("a client's hash waits for only one of another client's many", async () => {
  const { hash } = createPasswordHashing();
  const hashed: string[] = [];
  const hashFor = (client: string) => hashingClient.run(client, () => hash("Abcdef1!")).then(() => hashed.push(client));
  await Promise.all([...Array.from({ length: 5 }, () => hashFor("many")), hashFor("one")]);
  expect(hashed.length).toBe(6);
  expect(hashed.indexOf("one")).toBeLessThan(5);
});

test("concurrent hashes verify their own passwords", async () => {
  const { hash, verify } = createPasswordHashing();
  const made = await hash("Abcdef1!");
  expect(await verify({ hash: made, password: "Abcdef1!" })).toBe(true);
  expect(await verify({ hash: made, password: "Abcdef1?" })).toBe(false);
});

test("a malformed hash fails, and the next one runs", async () => {
  const { hash, verify } = createPasswordHashing();
  for (let number = 0; number < 3; number++) await expect(verify({ hash: "", password: "x" })).rejects.toThrow();
  expect(await hash("Abcdef1!")).toContain(":");
});

// Security: 2.1.7
test.each([
  ...["Password1!", "P@ssw0rd!", "Abcdef1!", "Qwerty123!", "Summer2026!", "Test1234!", "1Password!", "We1come!!"],
  ...["Iloveyou1!", "Aa123456!", "Liverpool1!", "!Qaz2wsx"],
])("%s is common", async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each([
  ...["Ghijkl2?", "Kx7!qmzP2", "Zebra-Lamp-42", "Love83920475!", "Storgata1!", "Sterk-Setning1!", ""],
  "1".repeat(500_000),
])("%.20s isn't common", async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
