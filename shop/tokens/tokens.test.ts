import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { moveShop } from "../backups/move-shop.ts";
import { restoreBackup } from "../backups/restore-backup.ts";
import { writeBackup } from "../backups/write-backup.ts";
import { readChanges } from "../changes/change-log.ts";
import { validate } from "../forms/validate.ts";
import { allows } from "./scopes.ts";
import { type TokenFields, tokenForm } from "./token-form.ts";
import { createToken, readToken, readTokens, revokeToken } from "./tokens.ts";

const by = "olga@example.com";
const warehouse: TokenFields = { name: "Warehouse", scopes: ["products:read", "orders:write"], expires: "" };

forEachEngine((_, engine) => {
  test("a token says who its program is and what it may do, and the database doesn't know it", async () => {
    const { shop } = await openTestShop(engine);
    const token = await createToken(shop, warehouse, by);
    expect(token).toMatch(/^torg_[0-9a-f]{40}$/);
    const [listed] = await readTokens(shop.db);
    const { name, scopes } = warehouse;
    expect(await readToken(shop.db, token, shop.now())).toEqual({ id: listed?.id, name, scopes });
    expect(JSON.stringify(await shop.db.selectFrom("apiTokens").selectAll().execute())).not.toContain(token.slice(5));
    expect(JSON.stringify(await readChanges(shop.db, { limit: 10 }))).not.toContain(token.slice(5));
  });

  test("unknown, expired and revoked tokens are nobody's", async () => {
    const { shop } = await openTestShop(engine);
    const read = (token: string, at = shop.now()) => readToken(shop.db, token, at);
    const token = await createToken(shop, { ...warehouse, expires: "2030-06-30" }, by);
    for (const unknown of [
      "",
      "torg_",
      token.slice(0, -1),
      `${token}0`,
      `torg_${"0".repeat(40)}`,
      "0".repeat(500_000),
    ]) {
      expect(await read(unknown)).toBeUndefined();
    }
    // The last day ends by the shop's clock.
    expect(await read(token, new Date("2030-06-30T21:59:59Z"))).toMatchObject({ name: "Warehouse" });
    expect(await read(token, new Date("2030-06-30T22:00:00Z"))).toBeUndefined();
    const [listed] = await readTokens(shop.db);
    await revokeToken(shop, listed?.id ?? "", by);
    expect(await read(token)).toBeUndefined();
    const logged = await readChanges(shop.db, { kind: "token", limit: 10 });
    expect(logged.map(({ actor, subject, action, fields }) => ({ actor, subject, action, fields }))).toEqual([
      { actor: by, subject: "Warehouse", action: "revoked", fields: fieldsOf("before") },
      { actor: by, subject: "Warehouse", action: "added", fields: fieldsOf("after") },
    ]);
  });

  test("a token's last use is noted once a minute", async () => {
    const { shop } = await openTestShop(engine);
    const token = await createToken(shop, warehouse, by);
    const lastUse = async () => (await readTokens(shop.db))[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    for (const [second, noted] of [
      [1000, 1000],
      [1059, 1000],
      [1060, 1060],
    ] as const) {
      await readToken(shop.db, token, new Date(second * 1000));
      expect(await lastUse()).toBe(noted * 1000);
    }
  });

  test("two tokens with one name are refused, also at once", async () => {
    const { shop } = await openTestShop(engine);
    const made = await Promise.allSettled([1, 2, 3].map(() => createToken(shop, warehouse, by)));
    const refused = made.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.errors] : []));
    expect(refused).toEqual(Array(2).fill({ name: "There is already a token named Warehouse" }));
    expect(await readTokens(shop.db)).toHaveLength(1);
  });

  test("a backup has no tokens, and a restore keeps those that are there", async () => {
    const { shop } = await openTestShop(engine);
    const old = await createToken(shop, { ...warehouse, name: "Old" }, by);
    const file = join(await temporaryFolder(), "shop.backup");
    const [kept] = await shop.db.selectFrom("apiTokens").select("hash").execute();
    await writeBackup(shop.connection, file);
    expect((await readFile(file)).includes(kept?.hash ?? "")).toBe(false);
    const { shop: other } = await openTestShop(engine);
    await restoreBackup(other, file);
    expect(await readTokens(other.db)).toEqual([]);
    await revokeToken(shop, (await readTokens(shop.db))[0]?.id ?? "", by);
    const token = await createToken(shop, warehouse, by);
    await restoreBackup(shop, file);
    expect(await readToken(shop.db, old, shop.now())).toBeUndefined();
    expect(await readToken(shop.db, token, shop.now())).toMatchObject({ name: "Warehouse" });
  });
});

test.skipIf(!inject("postgresUrl"))("tokens work on after a move", async () => {
  const { shop: old } = await openTestShop("sqlite");
  const token = await createToken(old, warehouse, by);
  const { shop } = await openTestShop("postgres");
  await moveShop(old, shop);
  expect(await readToken(shop.db, token, shop.now())).toMatchObject({ name: "Warehouse" });
});

test("who may write may read the same noun, and nothing else", () => {
  expect(allows(["orders:write"], "orders:read")).toBe(true);
  expect(allows(["orders:read"], "orders:write")).toBe(false);
  expect(allows(["orders:write"], "customers:read")).toBe(false);
});

test("a token needs a name, a scope of the list and a last day that isn't over", () => {
  const form = tokenForm({ now: new Date("2026-11-26T12:00:00Z"), timeZone: "Europe/Oslo" });
  const errorsOf = (fields: object) => validate(form, { ...warehouse, ...fields }).errors;
  expect(errorsOf({ expires: "2026-11-26" })).toBeUndefined();
  expect(errorsOf({ name: " ", scopes: ["orders:delete"], expires: "2026-11-25" })).toEqual({
    name: "Enter a name",
    scopes: "Choose at least one scope",
    expires: "Choose today or a later day",
  });
  expect(errorsOf({ name: "x".repeat(61), scopes: Array(1000).fill("orders:read"), expires: "soon" })).toEqual({
    name: "Use at most 60 characters",
    scopes: "Choose scopes from the list",
    expires: "Use a day such as 2027-12-31, or leave it empty for no end",
  });
});

function fieldsOf(side: "before" | "after"): Awaited<ReturnType<typeof readChanges>>[number]["fields"] {
  const empty = { before: null, after: null };
  return {
    scopes: { ...empty, [side]: "products:read, orders:write" },
    expires: { ...empty, [side]: "2030-06-30" },
  };
}
