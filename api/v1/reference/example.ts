import type { JsonSchema } from "@valibot/to-json-schema";
import type { Operation } from "../openapi.ts";

/** A curl command for an operation. */
export function exampleOf(method: string, address: string, operation: Operation) {
  const { parameters, requestBody } = operation;
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required);
  const query = needed.map(({ name, schema }) => `${name}=${encodeURI(String(sampleOf(schema)))}`).join("&");
  const url = `${address}${query && `?${query}`}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(method === "POST" ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
  ];
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema) lines.push(`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(sampleOf(schema)))}`);
  return lines.join(" \\\n  ");
}

/** For a POSIX shell. */
function quoted(text: string) {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A sample of a schema: its required fields, and those with an example. */
export function sampleOf(schema: JsonSchema): unknown {
  const { examples, enum: choices, anyOf, items, properties, required = [] } = schema;
  if (examples) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (choices) return choices[0];
  if (anyOf?.[0]) return sampleOf(anyOf[0] as JsonSchema);
  if (properties) {
    const shown = Object.entries(properties).filter(
      ([name, property]) => required.includes(name) || (typeof property === "object" && property.examples),
    );
    return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property as JsonSchema)]));
  }
  if (items) return [sampleOf(items as JsonSchema)];
  return (
    { string: "…", integer: 1, number: 9.99, boolean: true, object: {} }[[schema.type].flat()[0] as string] ?? null
  );
}
