import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { htmlProblems } from "../../tests/support/html-problems.ts";
import { openTestApi } from "../../tests/support/test-api.ts";
import { problemKinds } from "./problems.ts";

const redirect = { from: "/old", to: "/products/1" };

test("the documentation is OpenAPI, which any site may read, and names each operation once", async () => {
  const { api } = await openTestApi("sqlite");
  const answer = await api.request("/api/openapi.json");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const document = await answer.json();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(Object.values);
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toEqual([...new Set(ids)]);
  const seen = answer.headers.get("etag") ?? "";
  expect((await api.request("/api/openapi.json", { headers: { "If-None-Match": seen } })).status).toBe(304);
});

test("the documentation is a page too, with each operation and each kind of problem, and nothing from elsewhere", async () => {
  const { api } = await openTestApi("sqlite");
  const page = await (await api.request("/api")).text();
  expect(await htmlProblems(page)).toEqual([]);
  const { paths } = await (await api.request("/api/openapi.json")).json();
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(Object.values);
  const anchors = [...operations.map(({ operationId }) => operationId), ...Object.keys(problemKinds), "Product"];
  expect(anchors.filter((anchor) => !page.includes(` id="${anchor}"`))).toEqual([]);
  expect(page).not.toMatch(/<script|src=|url\(/);
});

test("requests without a valid token are refused, and so are those without the scope", async () => {
  const { call, tokenFor } = await openTestApi("sqlite");
  const refused = await call("GET /redirects", { token: "torg_unknown" });
  expect(refused).toMatchObject({ status: 401, json: { type: "/api#no-token", status: 401 } });
  expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="Torg"');
  const reader = await tokenFor("Reader", ["redirects:read"]);
  expect(await call("GET /redirects", { token: reader })).toMatchObject({ status: 200 });
  expect(await call("POST /redirects", { token: reader, body: redirect })).toMatchObject({
    ...{ status: 403, json: { type: "/api#no-scope", detail: "It needs redirects:write" } },
  });
  for (let count = 0; count < 60; count++) await call("GET /redirects", { token: "torg_unknown" });
  expect(await call("GET /redirects", { token: "torg_unknown" })).toMatchObject({ status: 429 });
  expect(await call("GET /redirects", { token: reader })).toMatchObject({ status: 200 });
});

test("each answer says how many requests the token has left", async () => {
  const { call } = await openTestApi("sqlite");
  const { headers } = await call("GET /redirects");
  expect(headers.get("ratelimit-policy")).toBe('"token";q=600;w=60');
  expect(headers.get("ratelimit")).toBe('"token";r=599;t=60');
});

test("what isn't a request of the API is refused before it is read", async () => {
  const { call } = await openTestApi("sqlite");
  const statusOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).status;
  expect(await statusOf("GET /nothing")).toBe(404);
  const put = await call("PUT /redirects", { body: redirect });
  expect(put).toMatchObject({ status: 405, json: { title: "The address doesn't know this method" } });
  expect(put.headers.get("allow")).toBe("GET, POST, DELETE");
  const post = (headers: Record<string, string>, body: unknown = redirect) =>
    statusOf("POST /redirects", { body, headers });
  expect(await post({ "Content-Type": "text/plain" })).toBe(415);
  expect(await post({ "Content-Length": String(300 * 1024) })).toBe(413);
  for (const nothing of ["", "[".repeat(10_000), "&".repeat(200_000), "null", "[]", '"x"', "{}"]) {
    expect([400, 422]).toContain(await post({}, nothing));
  }
});

test("a problem names the fields of a body and the parameters of a query", async () => {
  const { call } = await openTestApi("sqlite");
  expect((await call("POST /redirects", { body: { from: 1, to: "elsewhere" } })).json).toEqual({
    ...{ type: "/api#invalid-fields", title: "Some fields aren't valid", status: 422 },
    errors: [{ pointer: "#/from", detail: "must be text" }],
  });
  expect((await call("POST /redirects", { body: { from: "/a", to: "elsewhere" } })).json).toMatchObject({
    errors: [{ pointer: "#/to", detail: "Use a path on this shop such as /new-page" }],
  });
  for (const query of [
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=",
    "cursor=%00",
    "cursor=!",
    `cursor=${"A".repeat(9000)}`,
  ]) {
    const { status, json } = await call(`GET /redirects?${query}`);
    expect({ query, status, parameter: json.errors[0].parameter }).toEqual({
      query,
      status: 400,
      parameter: query.split("=")[0],
    });
  }
});

forEachEngine((_, engine) => {
  test("redirects are added, listed in pages and deleted, by the token in the activity log", async () => {
    const { call, shop } = await openTestApi(engine);
    for (const number of [1, 2, 3]) {
      const made = await call("POST /redirects", { body: { from: `/old/${number}/`, to: "/products/1" } });
      expect(made.json).toEqual({ from: `/old/${number}`, to: "/products/1" });
    }
    const first = (await call("GET /redirects?limit=2&q=OLD")).json;
    expect(first.data).toHaveLength(2);
    const last = (await call(`GET /redirects?limit=2&cursor=${first.nextCursor}`)).json;
    expect(last).toEqual({ data: [{ from: "/old/3", to: "/products/1" }], nextCursor: null });
    expect(await call("DELETE /redirects?from=/old/3")).toMatchObject({ status: 204, json: undefined });
    expect(await call("DELETE /redirects?from=/old/3")).toMatchObject({ status: 404 });
    const logged = await shop.db
      .selectFrom("changes")
      .select(["actor", "action"])
      .where("kind", "=", "redirect")
      .execute();
    expect(logged.map(({ actor }) => actor)).toEqual(Array(4).fill("token Test"));
  });

  test("a POST under a key is made once, also twice at once, and its answer is repeated", async () => {
    const { call, shop } = await openTestApi(engine);
    const post = (key: string, body: unknown = redirect) =>
      call("POST /redirects", { body, headers: { "Idempotency-Key": key } });
    const both = await Promise.all([post("a"), post("a")]);
    const made = both.filter(({ status }) => status === 200);
    expect(both.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
    const again = await post("a");
    expect(again).toMatchObject({ status: 200, json: redirect });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await post("a", { ...redirect, to: "/about" })).toMatchObject({
      status: 409,
      json: { type: "/api#key-reused" },
    });
    expect(await post("b", { ...redirect, to: "elsewhere" })).toMatchObject({ status: 422 });
    expect(await post("b")).toMatchObject({ status: 200 });
    expect(await post("x".repeat(256))).toMatchObject({ status: 400 });
    const { count } = await shop.db
      .selectFrom("changes")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("kind", "=", "redirect")
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });
});
