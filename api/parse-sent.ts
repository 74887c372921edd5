import type * as v from "valibot";
import { safeParse } from "#shop/forms/validate.ts";

/** The parts of a valibot schema that lead to other schemas. */
interface Part {
  kind: string;
  type: string;
  pipe?: Part[];
  wrapped?: Part;
  /** The schemas of a union, but the values of a picklist. */
  options?: Part[];
  entries?: Record<string, Part>;
  /** Of an array. */
  item?: Part;
  /** How much a limit allows. */
  requirement?: unknown;
  /** Of a record. */
  value?: Part;
}

const objectTypes = ["object", "strict_object", "loose_object", "record"];

/** Parses what a program sent. Valibot takes a list for an object with numbers as names; here it is refused. */
export function parseSent<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.SafeParseResult<Schema> {
  const path = findMisplacedList(schema as unknown as Part, value);
  if (!path) return safeParse(schema, value);
  const message = "must be an object, not a list";
  const issue = { kind: "schema", type: "object", input: value, expected: "Object", received: "Array", message };
  const keys = path.map((key) => ({ type: "unknown", origin: "value", input: value, key, value: undefined }));
  const issues = [{ ...issue, ...(keys.length > 0 && { path: keys }) }];
  return { typed: false, success: false, output: value, issues } as unknown as v.SafeParseResult<Schema>;
}

/** The path of the first list that should be an object; undefined if there is none. */
function findMisplacedList(schema: Part, value: unknown): (string | number)[] | undefined {
  const { pipe, wrapped, options, type } = schema;
  if (pipe && isTooLong(pipe, value)) return undefined;
  if (pipe) return firstOf(untilTransformed(pipe), (part) => findMisplacedList(part, value));
  if (wrapped) return findMisplacedList(wrapped, value);
  if (options && type === "union") return findInOptions(options, value);
  if (objectTypes.includes(type)) return Array.isArray(value) ? [] : findInObject(schema, value);
  return Array.isArray(value) && schema.item ? findBelow(value.entries(), () => schema.item) : undefined;
}

/** A list that is too long is refused for that, so its items aren't read. */
function isTooLong(pipe: Part[], value: unknown) {
  const limit = pipe.find(({ type }) => type === "max_length")?.requirement;
  return Array.isArray(value) && typeof limit === "number" && value.length > limit;
}

/** Schemas after a transformation check another value. */
function untilTransformed(pipe: Part[]) {
  const end = pipe.findIndex(({ kind }) => kind === "transformation");
  return pipe.slice(0, end === -1 ? pipe.length : end).filter(({ kind }) => kind === "schema");
}

/** Nothing is misplaced if one of the options accepts the value. */
function findInOptions(options: Part[], value: unknown) {
  const found = options.map((option) => findMisplacedList(option, value));
  const isTaken = options.some(
    (option, index) => !found[index] && safeParse(option as unknown as v.GenericSchema, value).success,
  );
  return isTaken ? undefined : found.find(Boolean);
}

function findInObject({ entries, value: each }: Part, value: unknown) {
  if (typeof value !== "object" || value === null) return undefined;
  return findBelow(Object.entries(value), (name) => (entries && Object.hasOwn(entries, name) ? entries[name] : each));
}

function findBelow<Key extends string | number>(
  values: Iterable<[Key, unknown]>,
  schemaOf: (key: Key) => Part | undefined,
) {
  return firstOf(values, ([key, value]) => {
    const schema = schemaOf(key);
    const path = schema && findMisplacedList(schema, value);
    return path && [key, ...path];
  });
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => (string | number)[] | undefined) {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}
