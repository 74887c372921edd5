import type { JsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { safeParse } from "#shop/forms/validate.ts";
import { scopes } from "#shop/tokens/scopes.ts";
import { openTestApi } from "../../tests/support/test-api.ts";
import type { OpenApi, Operation } from "./openapi.ts";
import { sampleOf } from "./reference/example.ts";
import { resources } from "./resources.ts";
import type { Route } from "./route.ts";

const routes = resources.flatMap((resource) => resource.routes);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** The document, and whether a value is what one of its schemas describes. */
async function readDocument() {
  const { api, call } = await openTestApi("sqlite");
  const document: OpenApi = await (await api.request("/api/openapi.json")).json();
  const { components, paths } = document;
  return {
    call,
    operationOf: ({ method, path }: Route) => paths[`/api/v1${path}`]?.[method.toLowerCase()] as Operation,
    /** What a body may be, without references. */
    bodyOf({ requestBody }: Operation): JsonSchema {
      const schema = requestBody?.content["application/json"]?.schema ?? {};
      return schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1) as string] as JsonSchema) : schema;
    },
    fits: (schema: JsonSchema, value: unknown) => ajv.validate({ ...schema, components }, value),
  };
}

/** A schema's examples, or a value that it describes. */
function samplesOf(schema: JsonSchema): unknown[] {
  return schema.examples ?? [sampleOf(schema)];
}

test("each parameter takes what the documentation says, and its examples", async () => {
  const { call, operationOf, fits } = await readDocument();
  const refused: string[] = [];
  for (const route of routes.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    for (const { name, in: place, schema } of operationOf(route).parameters) {
      // Cursors are given by lists.
      if (place !== "query" || name === "cursor") continue;
      for (const value of samplesOf(schema)) {
        const asked = `GET ${route.path}?${name}=${encodeURIComponent(String(value))}`;
        if (!fits(schema, value) || (await call(asked)).status !== 200) refused.push(asked);
      }
    }
  }
  expect(refused).toEqual([]);
});

test("each field of a body takes what the documentation says, its examples, and is required if it must be there", async () => {
  const { operationOf, bodyOf, fits } = await readDocument();
  const refused: string[] = [];
  for (const route of routes.filter(({ body }) => body)) {
    const schema = bodyOf(operationOf(route));
    const sample = sampleOf(schema) as Record<string, unknown>;
    const isTaken = (body: unknown) => safeParse(route.body, body).success;
    const note = (problem: string) => refused.push(`${route.method} ${route.path}: ${problem}`);
    for (const [field, described] of Object.entries(schema.properties ?? {}) as [string, JsonSchema][]) {
      const sent = described.readOnly ? [] : samplesOf(described).map((value) => ({ ...sample, [field]: value }));
      if (!sent.every((body) => isTaken(body) && fits(schema, body))) note(`${field} is refused`);
      const { [field]: _, ...rest } = sample;
      const isRequired = schema.required?.includes(field) ?? false;
      if (isTaken(rest) === isRequired) note(`${field} ${isRequired ? "isn't" : "is"} required`);
    }
  }
  expect(refused).toEqual([]);
});

test("amounts and codes are described as programs may send them", async () => {
  const { operationOf, bodyOf, fits } = await readDocument();
  const route = (path: string) => routes.find((each) => each.method === "POST" && each.path === path) as Route;
  const takes = (path: string, body: object) => {
    const isDescribed = fits(bodyOf(operationOf(route(path))), body);
    expect(safeParse(route(path).body, body).success, JSON.stringify(body)).toBe(isDescribed);
    return isDescribed;
  };
  const refund = (amount: unknown) => takes("/orders/{orderNumber}/refund", { amount, reason: "A dent" });
  expect([0.01, 0.5, "2"].map(refund)).toEqual([true, true, true]);
  expect([0, -1, 0.001, null].map(refund)).toEqual([false, false, false, false]);
  const product = (fields: object) => takes("/products", { title: "Tee", ...fields });
  expect([{ id: -1 }, { sku: 0 }, { gtin: 4006381333931 }, { options: { Size: 38 } }].every(product)).toBe(true);
  expect([{ id: 0.5 }, { sku: true }, { gtin: "1234" }].some(product)).toBe(false);
});

test("each scope that a token can have is some route's", () => {
  const needed = new Set(routes.map(({ scope }) => scope));
  expect(scopes.filter((scope) => !needed.has(scope))).toEqual([]);
});

test("a read that may be answered with 304 says so", async () => {
  const { operationOf } = await readDocument();
  const silent = routes.filter((route) => route.method === "GET" && !operationOf(route).responses[304]);
  expect(silent.map(({ path }) => path)).toEqual([]);
});
