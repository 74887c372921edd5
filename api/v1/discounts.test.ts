import { expect, test } from "vitest";
import { readChanges } from "#shop/changes/change-log.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestApi } from "../../tests/support/test-api.ts";

forEachEngine((_, engine) => {
  test("a code is added, listed, changed, ended and deleted, by the rules of its form", async () => {
    const { call, shop } = await openTestApi(engine);
    const spring = {
      code: "spring 10",
      kind: "percent",
      value: 10,
      usesLimit: 50,
      startsAt: "2026-12-01T09:00:00+01:00",
    };
    const made = await call("POST /discounts", { body: spring });
    expect(made).toMatchObject({
      status: 201,
      json: {
        code: "SPRING10",
        value: 10,
        minimum: null,
        usesLimit: 50,
        uses: 0,
        startsAt: "2026-12-01T08:00:00.000Z",
      },
    });
    const at = made.headers.get("location")?.replace("/api/v1", "") ?? "";
    expect((await call("POST /discounts", { body: spring })).json.errors).toMatchObject([{ pointer: "#/code" }]);
    const wrong = { code: "B", kind: "amount", value: 0, usesLimit: 1.5, endsAt: "soon", minimum: 1e30 };
    expect(
      (await call("POST /discounts", { body: wrong })).json.errors.map(({ pointer }: { pointer: string }) => pointer),
    ).toEqual(["#/minimum", "#/usesLimit", "#/endsAt", "#/value"]);

    // The day ends where the shop is.
    const changed = await call(`PATCH ${at}`, { body: { endsAt: "2026-12-24", usesLimit: null, minimum: 99.5 } });
    expect(changed.json).toMatchObject({
      value: 10,
      usesLimit: null,
      minimum: 99.5,
      endsAt: "2026-12-24T23:00:00.000Z",
    });
    const seen = changed.headers.get("etag") ?? "";
    expect((await call(`PATCH ${at}`, { body: { disabled: true } })).json.disabled).toBe(true);
    const late = { body: { value: 20 }, headers: { "If-Match": seen } };
    expect(await call(`PATCH ${at}`, late)).toMatchObject({ status: 412 });
    expect((await call("GET /discounts?q=spring")).json).toMatchObject({ data: [{ value: 10 }], nextCursor: null });
    expect(await call(`DELETE ${at}`)).toMatchObject({ status: 204 });
    for (const gone of [`GET ${at}`, `DELETE ${at}`, "GET /discounts/0", "GET /discounts/x"]) {
      expect((await call(gone)).status, gone).toBe(404);
    }
    const logged = await readChanges(shop.db, { kind: "discount", limit: 10 });
    expect(logged.map(({ actor, action }) => `${action} by ${actor}`)).toEqual([
      ...["deleted by token Test", "edited by token Test", "edited by token Test", "added by token Test"],
    ]);
  });
});
