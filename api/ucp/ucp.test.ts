import { expect, test } from "vitest";
import { verifyMessage } from "#shop/platforms/http-signatures.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { createSigner, openUcpShop, platformProfile } from "../../tests/ucp/open-ucp-shop.ts";
import { faultsIn, faultsInProfile } from "../../tests/ucp/published-schemas.ts";
import { intersect } from "./capabilities.ts";
import { createUcp } from "./ucp.ts";

const version = "2026-04-08";
const search = { query: "tea" };

async function openTeaShop(profile?: () => unknown) {
  const opened = await openUcpShop("sqlite", profile);
  await importRecords(opened.shop.db, [catalogRecord({ id: "tea", title: "Green tea" })]);
  return opened;
}

test("the shop's profile follows the published schema, and caches may keep it", async () => {
  const { url } = await openTeaShop();
  const response = await fetch(`${url}/.well-known/ucp`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const profile = await response.json();
  expect(faultsInProfile("business_profile", profile)).toBe("");
  expect(profile).toMatchObject({
    ucp: {
      version,
      services: {
        "dev.ucp.shopping": [
          { transport: "rest", endpoint: `${url}/ucp/v1` },
          { transport: "mcp", endpoint: `${url}/ucp/mcp` },
        ],
      },
      payment_handlers: {},
    },
    signing_keys: [{ kty: "EC", crv: "P-256", use: "sig", alg: "ES256" }],
  });
  for (const entries of Object.values<{ spec: string; schema: string }[]>(profile.ucp.capabilities))
    for (const { spec, schema } of entries)
      expect(`${spec} ${schema}`).toMatch(/^https:\/\/ucp\.dev\S+ https:\/\/ucp\.dev/);
});

test("an extension without any of its parents is left out, and so is what extends it", () => {
  const ours = [
    { name: "a", parents: [] },
    { name: "b", parents: ["a", "x"] },
    { name: "c", parents: ["b"] },
    { name: "d", parents: [] },
  ] as unknown as Parameters<typeof intersect>[1];
  const theirs = (...names: string[]) => new Map(names.map((name) => [name, ["2026-01-11", version]]));
  expect([...intersect(theirs("a", "b", "c"), ours)]).toEqual(["a", "b", "c"]);
  expect([...intersect(theirs("b", "c", "d"), ours)]).toEqual(["d"]);
  expect([...intersect(new Map([["a", ["2026-01-11"]]]), ours)]).toEqual([]);
});

test("both sides' capabilities decide: an answer names those that matter", async () => {
  const lookupAlone = { "dev.ucp.shopping.catalog.lookup": [{ version }] };
  const { rest, tool, url } = await openTeaShop(() => platformProfile({ capabilities: lookupAlone }));
  const found = await rest("/catalog/lookup", { ids: ["tea"] });
  expect(found).toMatchObject({ status: 200, json: { ucp: { version, capabilities: lookupAlone } } });
  const refused = await rest("/catalog/search", search);
  expect(refused).toMatchObject({
    status: 200,
    json: {
      ucp: { version, status: "error", capabilities: {} },
      messages: [{ code: "capabilities_incompatible", severity: "unrecoverable" }],
      continue_url: url,
    },
  });
  expect(faultsIn("shopping/types/error_response.json", refused.json)).toBe("");
  const { json } = await tool("search_catalog", { catalog: search });
  expect(json.result.structuredContent).toEqual(refused.json);
  expect(JSON.parse(json.result.content[0].text)).toEqual(refused.json);
});

test("each problem with a profile has the protocol's codes, over REST as over MCP", async () => {
  let changes = {};
  const { rest, mcp, platform } = await openTeaShop(() => platformProfile(changes));
  const at = (query: string) => `profile="${platform.profileUrl}?${query}"`;
  const cases = [
    [{}, "", 400, "invalid_profile_url"],
    [{}, 'profile="https://10.0.0.1/"', 400, "invalid_profile_url"],
    [{}, "profile=((", 400, "invalid_profile_url"],
    [{}, "profile=1", 400, "invalid_profile_url"],
    [{ version: "2026-01-11" }, at("old"), 422, "version_unsupported"],
    [{ version: 1 }, at("malformed"), 422, "profile_malformed"],
  ] as const;
  for (const [changed, agent, status, code] of cases) {
    changes = changed;
    const headers = { "UCP-Agent": agent };
    const overRest = await rest("/catalog/search", search, headers);
    expect(overRest, code).toMatchObject({ status, json: { code, content: expect.any(String) } });
    const overMcp = await mcp("tools/call", { name: "search_catalog", arguments: { catalog: search } }, headers);
    expect(overMcp, code).toMatchObject({ status, json: { error: { code: -32001, data: { code } } } });
  }
});

test("a profile that can't be fetched is 424, and a version in UCP-Agent counts", async () => {
  const { rest, platform } = await openTeaShop();
  const agent = (address: string, more = "") => ({ "UCP-Agent": `profile="${address}"${more}` });
  const old = await rest("/catalog/search", search, agent(platform.profileUrl, ', version="2099-01-01"'));
  expect(old).toMatchObject({ status: 422, json: { code: "version_unsupported" } });
  platform.stop();
  const gone = await rest("/catalog/search", search, agent(platform.profileUrl));
  expect(gone).toMatchObject({ status: 424, json: { code: "profile_unreachable" } });
});

test("bodies are refused before they are read, and what isn't one is said in the protocol's words", async () => {
  const { rest, url, platform } = await openTeaShop();
  const huge = await rest("/catalog/search", `"${"a".repeat(500_000)}"`);
  expect(huge).toMatchObject({ status: 413, json: { code: "content_too_large" } });
  for (const body of ["&".repeat(100_000), "[".repeat(100_000), '{"query":"\\ud800', "\u0000"])
    expect(await rest("/catalog/search", body)).toMatchObject({ status: 400, json: { code: "malformed_json" } });
  for (const body of [
    "[]",
    "null",
    "1",
    '"a"',
    "{}",
    { query: 1 },
    { query: "" },
    { filters: {} },
    { query: "a".repeat(2000) },
  ])
    expect(await rest("/catalog/search", body)).toMatchObject({ status: 400, json: { code: "invalid_request" } });
  const list = await rest("/catalog/search", []);
  expect(list.json).toMatchObject({ content: "The body: must be an object, not a list" });
  const text = await rest("/catalog/search", "{}", { "Content-Type": "text/plain" });
  expect(text).toMatchObject({ status: 415, json: { code: "unsupported_media_type" } });
  expect(await rest("/catalog/search", undefined, {}, "GET")).toMatchObject({ status: 405 });
  expect(await rest("/nothing", {})).toMatchObject({ status: 404, json: { code: "not_found" } });
  const head = await fetch(`${url}/.well-known/ucp`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const preflight = await fetch(`${url}/ucp/v1/catalog/search`, {
    method: "OPTIONS",
    headers: {
      Origin: "https://a.example",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "ucp-agent",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("UCP-Agent");
  expect(platform.requests.length).toBeLessThan(2);
});

test("a signature that a request has is verified by the platform's key", async () => {
  const { profile, sign } = createSigner();
  const { rest, url, platform } = await openTeaShop(profile);
  const body = JSON.stringify(search);
  const headers = sign("POST", `${url}/ucp/v1/catalog/search`, platform.profileUrl, { body });
  expect((await rest("/catalog/search", body, headers)).status).toBe(200);
  const other = await rest("/catalog/search", body, { ...headers, Signature: `sig1=:${"A".repeat(86)}==:` });
  expect(other).toMatchObject({ status: 401, json: { code: "signature_invalid" } });
  const changed = await rest("/catalog/search", { query: "coffee" }, headers);
  expect(changed).toMatchObject({ status: 400, json: { code: "digest_mismatch" } });
  const half = await rest("/catalog/search", body, { Signature: (headers as Record<string, string>).Signature ?? "" });
  expect(half).toMatchObject({ status: 401, json: { code: "signature_missing" } });
});

test("an answer is signed if the request asks for it, by a key of the shop's profile", async () => {
  const { url, platform } = await openTeaShop();
  const { signing_keys } = await (await fetch(`${url}/.well-known/ucp`)).json();
  const response = await fetch(`${url}/ucp/v1/catalog/search`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "UCP-Agent": `profile="${platform.profileUrl}"`,
      "Accept-Signature": 'sig1=("@status" "content-digest");keyid="any"',
    },
    body: JSON.stringify(search),
  });
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const answer = { status: response.status, header, body: new Uint8Array(await response.arrayBuffer()) };
  verifyMessage(answer, signing_keys, Math.floor(Date.now() / 1000));
});

test("MCP answers what a client asks before it calls a tool", async () => {
  const { mcp, url } = await openTeaShop();
  const started = await mcp("initialize", { protocolVersion: "2025-06-18", capabilities: {} });
  expect(started).toMatchObject({ status: 200, json: { result: { protocolVersion: "2025-06-18" } } });
  const newer = await mcp("initialize", { protocolVersion: "2099-01-01" });
  expect(newer.json.result.protocolVersion).toBe("2025-11-25");
  expect((await mcp("ping")).json.result).toEqual({});
  const { tools } = (await mcp("tools/list")).json.result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["search_catalog", "lookup_catalog", "get_product"]),
  );
  for (const { inputSchema } of tools)
    expect(inputSchema).toMatchObject({ type: "object", required: expect.arrayContaining(["meta"]) });
  expect(await mcp("resources/list")).toMatchObject({ status: 200, json: { error: { code: -32601 } } });
  expect(await mcp("tools/call", { name: "other" })).toMatchObject({ status: 400, json: { error: { code: -32602 } } });
  for (const wrong of [5, []])
    expect(await mcp("tools/call", { name: "search_catalog", arguments: wrong })).toMatchObject({
      status: 400,
      json: { error: { code: -32602, message: expect.stringContaining("arguments") } },
    });
  const wrong = await mcp("ping", {}, { "MCP-Protocol-Version": "1" });
  expect(wrong).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
  const post = (body: string) =>
    fetch(`${url}/ucp/mcp`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  expect((await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202);
  expect((await post('{"jsonrpc":"2.0","id":1,"result":{}}')).status).toBe(202);
  expect(await (await post('{"jsonrpc":"2.0","id":1}')).json()).toMatchObject({ id: 1, error: { code: -32600 } });
  expect(await (await post("{")).json()).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await (await post("[]")).json()).toMatchObject({ id: null, error: { code: -32600 } });
  const stream = await fetch(`${url}/ucp/mcp`);
  expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST"]);
});

test("each network may ask so often", async () => {
  const { shop } = await openUcpShop();
  const ucp = createUcp({ shop, addressOf: () => "203.0.113.9" });
  const ask = () => ucp.request("/ucp/nothing");
  expect((await ask()).headers.get("ratelimit")).toMatch(/^"ucp";r=599;t=/);
  for (let time = 1; time < 600; time++) await ask();
  const refused = await ask();
  expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: "rate_limited" })]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const overMcp = await ucp.request("/ucp/mcp", { method: "POST", body: "{}" });
  const error = { code: -32000, data: { retry_after: expect.any(Number) } };
  expect([overMcp.status, await overMcp.json()]).toMatchObject([429, { jsonrpc: "2.0", id: null, error }]);
});
