import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

interface Written {
  /** Of a named schema, which is written out. */
  name?: string;
  /** Whether it describes what programs send, before the shop reads it into other types. */
  isSent?: boolean;
}

/** A schema as JSON Schema, with references to the named ones. */
export function jsonSchemaOf(
  schema: v.GenericSchema,
  named: Record<string, v.GenericSchema>,
  { name = "", isSent = false }: Written = {},
): JsonSchema {
  const { [name]: _, ...definitions } = named;
  const { $schema, $defs, ...written } = toJsonSchema(schema, {
    target: "draft-2020-12",
    errorMode: "ignore",
    definitions,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema({ valibotSchema: { type, wrapped, default: own }, jsonSchema }: OverriddenSchema) {
      if (type === "non_optional" && wrapped) return withoutDefault(jsonSchemaOf(wrapped, named));
      return type === "optional" && own === undefined ? withoutDefault(jsonSchema) : undefined;
    },
  });
  return simplified(written, isSent) as JsonSchema;
}

interface OverriddenSchema {
  valibotSchema: v.GenericSchema & { wrapped?: v.GenericSchema; default?: unknown };
  jsonSchema: JsonSchema;
}

/** Drops a form's default: here a field that is left out stays as it is, or is missing. */
function withoutDefault({ default: _, anyOf, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, ...(anyOf && { anyOf: (anyOf as JsonSchema[]).map(withoutDefault) }) };
}

/** Drops alternatives that a later rule of the same field narrows to one, and writes nullable values, and those sent as several types, as one schema. */
function simplified(value: unknown, isSent: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => simplified(each, isSent));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, simplified(each, isSent)]);
  const { anyOf, ...rest } = Object.fromEntries(entries);
  if (anyOf === undefined) return rest;
  const types = (anyOf as JsonSchema[]).flatMap(({ type }) => type ?? []);
  if ("type" in rest) return isSent && types.includes(rest.type) ? { ...rest, type: types } : rest;
  const [first, second, ...others] = anyOf as JsonSchema[];
  const isNullable = others.length === 0 && second?.type === "null" && first?.type !== undefined;
  if (!isNullable) return { ...rest, anyOf };
  return { ...first, ...rest, type: types, ...(first.enum && { enum: [...first.enum, null] }) };
}
