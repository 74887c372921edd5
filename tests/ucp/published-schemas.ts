import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const folder = join(import.meta.dirname, "schemas");
const origin = "https://ucp.dev/schemas/";

let schemas: Ajv2020 | undefined;

/**
 * What is wrong with some JSON by a published schema of the Universal Commerce Protocol; "" for nothing.
 *
 * @param schema below https://ucp.dev/schemas/, such as `shopping/catalog_search.json#/$defs/search_response`
 */
export function faultsIn(schema: string, content: unknown) {
  schemas ??= readSchemas();
  const check = schemas.getSchema(new URL(schema, origin).href);
  if (!check) throw new Error(`There is no schema ${schema}`);
  if (check(content)) return "";
  return schemas.errorsText(check.errors, { separator: "\n" });
}

function readSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const file of globSync("**/*.json", { cwd: folder })) {
    const schema = JSON.parse(readFileSync(join(folder, file), "utf8"));
    // The published ID of the profile's schema doesn't lead to the schemas that it names.
    ajv.addSchema(
      file.endsWith("profile_schema.json") ? { ...schema, $id: "https://ucp.dev/discovery/profile.json" } : schema,
    );
  }
  return ajv;
}

/** The same for a profile. */
export function faultsInProfile(kind: "business_profile" | "platform_profile", content: unknown) {
  return faultsIn(`../discovery/profile.json#/$defs/${kind}`, content);
}
