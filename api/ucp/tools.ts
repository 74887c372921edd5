import { toJsonSchema } from "@valibot/to-json-schema";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { schemaAt } from "./protocol.ts";

let listed: object[] | undefined;

/** The tools of MCP, described by the schemas that parse their arguments. */
export function tools() {
  listed ??= operations.map(toTool);
  return listed;
}

function toTool(operation: Operation) {
  const { name, title, description, changes, resultSchema } = operation;
  return {
    ...{ name, title, description },
    inputSchema: argumentsOf(operation),
    outputSchema: {
      type: "object",
      description: `See ${schemaAt(`schemas/shopping/${resultSchema}`)}`,
      properties: { ucp: { type: "object" } },
      required: ["ucp"],
    },
    annotations: { readOnlyHint: changes === undefined, openWorldHint: false },
  };
}

function argumentsOf({ path, body, bodyName, changes }: Operation) {
  const hasId = path.includes(":id");
  return {
    type: "object",
    properties: {
      meta: metaOf(changes === "withKey"),
      ...(hasId && { id: { type: "string" } }),
      ...(bodyName && body && { [bodyName]: bodySchema(body) }),
    },
    required: ["meta", ...(hasId ? ["id"] : []), ...(bodyName ? [bodyName] : [])],
  };
}

/** What a caller may write: checks that no schema can say are left to the parser. */
function bodySchema(body: NonNullable<Operation["body"]>) {
  const { $schema: _, ...schema } = toJsonSchema(body, { typeMode: "input", errorMode: "ignore" });
  return schema;
}

function metaOf(needsKey: boolean) {
  return {
    type: "object",
    properties: {
      "ucp-agent": {
        type: "object",
        properties: { profile: { type: "string", format: "uri", description: "Where the platform's profile is" } },
        required: ["profile"],
      },
      "idempotency-key": { type: "string", format: "uuid", description: "Makes a repeated request happen once" },
    },
    required: ["ucp-agent", ...(needsKey ? ["idempotency-key"] : [])],
  };
}
