import type { JsonSchema } from "@valibot/to-json-schema";
import { html } from "hono/html";

/** Fields within fields that are shown. */
const deepest = 3;

interface Shown {
  name: string;
  schema: JsonSchema;
  isNeeded?: boolean;
  description?: string | undefined;
}

/** A list of fields or parameters, each with its type and description. */
export function fieldList(fields: Shown[], place: Place = { isSent: true, depth: 0 }) {
  return html`<dl>${fields.map((field) => shownField(field, place))}</dl>`;
}

interface Place {
  isSent: boolean;
  /** Of fields in fields. */
  depth: number;
}

function shownField({ name, schema, isNeeded, description = schema.description }: Shown, place: Place) {
  const needed = isNeeded ? html`<span class="needed">required</span>` : "";
  return html`<div class="field">
    <dt><code class="name">${name}</code>${needed}</dt>
    <dd>${description ? inline(description) : ""} <span class="type">${typeOf(schema)}</span>${nested(schema, place)}</dd>
  </div>`;
}

/** A schema as a link to a named one, its fields, or its type. @param isSent whether programs send it: it marks required fields and leaves out those that they can't set */
export function shownSchema(schema: JsonSchema, isSent: boolean, depth = 0): ReturnType<typeof html> {
  const { anyOf } = schema;
  if (anyOf?.every((each) => typeof each === "object" && each.type === "object")) {
    const parts = (anyOf as JsonSchema[]).map((each) => shownSchema(each, isSent, depth));
    return html`${parts.map((part, index) => (index === 0 ? part : html`<p>or</p>${part}`))}`;
  }
  const fields = fieldsOf(schema, isSent);
  return fields.length > 0 ? fieldList(fields, { isSent, depth }) : html`<p>${typeOf(schema)}</p>`;
}

function nested(schema: JsonSchema, { isSent, depth }: Place) {
  const within = schema.items && typeof schema.items === "object" ? (schema.items as JsonSchema) : schema;
  return depth < deepest && within.properties ? shownSchema(within, isSent, depth + 1) : "";
}

/** The fields of an object. Programs don't send those that they can't set. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, isSent: boolean): Shown[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema !== "object" || (isSent && schema.readOnly)) return [];
    return [{ name, schema, isNeeded: isSent && required.includes(name) }];
  });
}

/** A schema's type with its limits, in words. */
export function typeOf(schema: JsonSchema): ReturnType<typeof html> {
  const { $ref, items, anyOf } = schema;
  if ($ref) return html`<a href="#${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (anyOf) return html`${anyOf.map((each, index) => html`${index > 0 ? " or " : ""}${typeOf(each as JsonSchema)}`)}`;
  if (items && typeof items === "object") {
    const { maxItems } = schema;
    const most = maxItems === undefined ? "" : `, up to ${maxItems} items`;
    return html`list of ${typeOf({ ...(items as JsonSchema), maxLength: undefined })}${most}`;
  }
  if (schema.enum) {
    const choices = schema.enum.map((value) => (value === "" ? '""' : value)).join(", ");
    return html`one of ${choices}${limitsOf(schema)}`;
  }
  if (schema.const !== undefined) return html`${String(schema.const)}`;
  return html`${[schema.type ?? "anything"].flat().join(" or ")}${limitsOf(schema)}`;
}

/** Larger limits aren't shown. */
const beyond = 1_000_000_000;

function limitsOf({ minimum = -beyond, maximum = beyond, maxLength, default: usual, examples }: JsonSchema) {
  const parts = [
    minimum > -beyond && `at least ${minimum}`,
    maximum < beyond && `at most ${maximum}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
    usual !== undefined && usual !== "" && `${JSON.stringify(usual)} if it is missing`,
    examples && `such as ${JSON.stringify(examples[0])}`,
  ];
  return parts
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join("");
}

/** The name in a reference: "#/components/schemas/Product" → "Product". */
function nameIn(reference: string) {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** A text, with what is in backticks as code. */
export function inline(text: string) {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
