import type { JsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { longestKey } from "#shop/idempotency/idempotency-keys.ts";
import type { Scope } from "#shop/tokens/scopes.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { type ProblemKind, problemKinds } from "./problems.ts";
import { mayBeEmpty } from "./read-input.ts";
import type { Resource, Route } from "./route.ts";

/** The parts of an OpenAPI operation that ours have. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, Scope[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Reference {
  $ref: string;
}

interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

type Content = Record<string, { schema: JsonSchema }>;

/** The parts of an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html) that ours has. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<string, JsonSchema>;
    headers: Record<string, object>;
    responses: Record<string, Response>;
  };
}

const intro = `For the shop owner's programs. Send a token from \`/owner/tokens\` as \`Authorization: Bearer torg_…\`.

Problems are \`application/problem+json\` (RFC 9457), and their \`errors\` name each invalid field by its JSON pointer. Amounts are numbers in units of the shop's currency (\`9.99\`). In orders they are
texts with two decimals (\`"9.99"\`). Times are ISO 8601 in UTC.

Lists are paged: send \`nextCursor\` as \`cursor\` until it is null. A \`POST\` with an \`Idempotency-Key\` can be repeated for 24 hours, and only the first one changes anything. \`GET\` of a single
item has an \`ETag\`. A change with that \`If-Match\` is refused with 412 if someone else has changed the item since. \`PATCH\` changes only the fields that you send, and \`null\` empties one.`;

/** Documents the resources as OpenAPI. @param shop its name and public address */
export function describeApi(
  resources: Resource[],
  { shopName, shopUrl }: { shopName: string; shopUrl: string },
): OpenApi {
  const named = Object.assign({}, ...resources.map(({ schemas }) => schemas)) as Record<string, v.GenericSchema>;
  const paths: OpenApi["paths"] = {};
  for (const resource of resources) {
    for (const route of resource.routes) {
      const path = `/api/v1${route.path}`;
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, resource.name, named) };
    }
  }
  const schemas = Object.entries(named).map(([name, schema]) => [name, jsonSchemaOf(schema, named, { name })]);
  return {
    openapi: "3.1.1",
    info: { title: `${shopName} API`, version: "1", description: intro },
    servers: [{ url: shopUrl }],
    tags: resources.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "A token of `/owner/tokens`" } },
      schemas: { ...Object.fromEntries(schemas), Problem: problemSchema },
      headers: describedHeaders,
      responses: Object.fromEntries(
        problemsByStatus().map(([status, kinds]) => [`Problem${status}`, problemAnswer(kinds)]),
      ),
    },
  };
}

function describe(route: Route, tag: string, named: Record<string, v.GenericSchema>): Operation {
  const { scope, summary, description, params, query, body } = route;
  return {
    operationId: operationId(summary),
    summary,
    ...(description && { description }),
    tags: [tag],
    security: [{ token: [scope] }],
    parameters: [...parametersOf("path", params, named), ...parametersOf("query", query, named), ...headersOf(route)],
    ...(body && { requestBody: { required: !mayBeEmpty(route), content: jsonContent(body, named, { isSent: true }) } }),
    responses: { ...successOf(route, named), ...problemsOf(route) },
  };
}

/** "Change a product's stock" as `changeAProductsStock`. */
function operationId(summary: string) {
  const words = summary.replaceAll(/['’]/g, "").split(/\W+/).filter(Boolean);
  return words
    .map((word, index) => (index ? (word[0]?.toUpperCase() ?? "") + word.slice(1) : word.toLowerCase()))
    .join("");
}

function parametersOf(
  place: "path" | "query",
  schema: v.GenericSchema | undefined,
  named: Record<string, v.GenericSchema>,
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, named, { isSent: true });
  return Object.entries(properties).map(([name, property]): Parameter => {
    const { description, ...rest } = property as JsonSchema;
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema: rest };
  });
}

function headersOf({ method, current, answer }: Route): Parameter[] {
  const key = {
    name: "Idempotency-Key",
    description: "Runs the request once, however often it is sent within 24 hours",
  };
  const match = {
    name: "If-Match",
    description: "The ETag that you read. The request is refused with 412 if someone has changed this since",
  };
  const noneMatch = {
    name: "If-None-Match",
    description: "The ETag that you read. The answer is 304 if nothing has changed since",
  };
  return [
    ...(method === "GET" && answer ? [{ ...noneMatch, ...inHeader({ type: "string" }) }] : []),
    ...(method === "POST" ? [{ ...key, ...inHeader({ type: "string", minLength: 1, maxLength: longestKey }) }] : []),
    ...(current ? [{ ...match, ...inHeader({ type: "string" }) }] : []),
  ];
}

function inHeader(schema: JsonSchema) {
  return { in: "header" as const, required: false, schema };
}

function successOf({ answer, location, method }: Route, named: Record<string, v.GenericSchema>) {
  const limits = { RateLimit: header("RateLimit"), "RateLimit-Policy": header("RateLimit-Policy") };
  if (!answer) return { 204: { description: "Done", headers: limits } };
  const tag = method === "POST" && !location ? {} : { ETag: header("ETag") };
  const headers = { ...limits, ...tag, ...(location && { Location: header("Location") }) };
  const description = location ? "Created" : "Done";
  const unchanged = { description: "Nothing has changed since", headers: { ...limits, ETag: header("ETag") } };
  return {
    [location ? 201 : 200]: { description, headers, content: jsonContent(answer, named) },
    ...(method === "GET" && { 304: unchanged }),
  };
}

function header(name: keyof typeof describedHeaders) {
  return { $ref: `#/components/headers/${name}` };
}

/** The problems that a route may answer with. */
function problemsOf({ method, path, query, body, current }: Route) {
  const statuses = [
    ...(query || current || method === "POST" ? [400] : []),
    ...[401, 403],
    ...(path.includes("{") || method === "DELETE" ? [404] : []),
    ...(method === "GET" ? [] : [409]),
    ...(body ? [411, 413, 415, 422] : []),
    ...(current ? [412] : []),
    ...[429, 500, 503],
  ];
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]));
}

function problemsByStatus() {
  const kinds = Object.keys(problemKinds) as ProblemKind[];
  return [...Map.groupBy(kinds, (kind) => problemKinds[kind][0])];
}

function problemAnswer(kinds: ProblemKind[]): Response {
  const titles = kinds.map((kind) => problemKinds[kind][1]);
  return {
    description: titles.join(", or: "),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

const problemSchema: JsonSchema = {
  type: "object",
  description: "What went wrong (RFC 9457)",
  required: ["type", "title", "status"],
  properties: {
    type: {
      type: "string",
      description: "Which kind of problem it is",
      enum: Object.keys(problemKinds).map((kind) => `/api#${kind}`),
    },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "What went wrong in this request" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["detail"],
        properties: {
          detail: { type: "string" },
          pointer: {
            type: "string",
            description: "The field of the body, as a JSON pointer (RFC 6901)",
            examples: ["#/price"],
          },
          parameter: { type: "string", description: "The parameter of the query" },
        },
      },
    },
  },
};

const describedHeaders = {
  ETag: { description: "Names this version, for `If-Match` and `If-None-Match`", schema: { type: "string" } },
  Location: { description: "Where it can be read", schema: { type: "string" } },
  RateLimit: {
    description: "Requests that remain, and the seconds until all are free again",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "How many requests a token may make in how many seconds",
    schema: { type: "string" },
  },
} as const;

function jsonContent(schema: v.GenericSchema, named: Record<string, v.GenericSchema>, options = {}): Content {
  return { "application/json": { schema: jsonSchemaOf(schema, named, options) } };
}
