import { expect, test } from "vitest";
import { createPasswordHashing, hashingClient } from "./passwords.ts";

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
