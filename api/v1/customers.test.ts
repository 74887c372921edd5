import { expect, test } from "vitest";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestApi } from "../../tests/support/test-api.ts";

forEachEngine((_, engine) => {
  test("customers are listed in pages and found by name", async () => {
    const { call, shop } = await openTestApi(engine);
    const uid = await register(shop);
    const later = { ...shop, now: () => new Date(Date.now() + 60_000) };
    await register(later, { firstname: "Bob", lastname: "Kahn", email: "bob@example.com" });
    const first = (await call("GET /customers?limit=1")).json;
    expect(first.data).toMatchObject([{ email: "bob@example.com", disabled: false }]);
    const rest = (await call(`GET /customers?limit=1&cursor=${first.nextCursor}`)).json;
    expect(rest).toMatchObject({ data: [{ uid, firstname: "Ada" }], nextCursor: null });
    expect((await call("GET /customers?q=lovelace")).json).toEqual(rest);
    expect((await call(`GET /customers/${uid}`)).json).toEqual(rest.data[0]);
    expect((await call("GET /customers/nobody")).status).toBe(404);
  });
});
