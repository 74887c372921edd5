import { expect, test } from "vitest";
import { createPasswordHashing, hashingClient } from "./hash-passwords.ts";

test("clients take turns: one password waits for one of another client's many", async () => {
  const { hash } = createPasswordHashing();
  const hashed: string[] = [];
  const hashFor = (client: string) => hashingClient.run(client, () => hash("Abcdef1!")).then(() => hashed.push(client));
  await Promise.all([...Array.from({ length: 5 }, () => hashFor("many")), hashFor("one")]);
  expect(hashed.length).toBe(6);
  expect(hashed.indexOf("one")).toBeLessThan(5);
});

test("a hash that is made in turn is the password's own", async () => {
  const { hash, verify } = createPasswordHashing();
  const made = await hash("Abcdef1!");
  expect(await verify({ hash: made, password: "Abcdef1!" })).toBe(true);
  expect(await verify({ hash: made, password: "Abcdef1?" })).toBe(false);
});

test("a hash that can't be read fails, and the next one has its turn", async () => {
  const { hash, verify } = createPasswordHashing();
  for (let number = 0; number < 3; number++) await expect(verify({ hash: "", password: "x" })).rejects.toThrow();
  expect(await hash("Abcdef1!")).toContain(":");
});
