import * as v from "valibot";
import { expect, test } from "vitest";
import { parseSent } from "./parse-sent.ts";

const text = v.optional(v.string());
const inner = v.object({ a: text });
const schema = v.pipe(
  v.strictObject({
    object: v.optional(inner, {}),
    nullable: v.nullish(v.pipe(v.unknown(), v.record(v.string(), v.unknown()))),
    loose: v.optional(v.looseObject({ a: text })),
    list: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(3), v.array(inner))),
    either: v.optional(v.union([inner, v.string()])),
    listOrObject: v.optional(v.union([v.array(v.string()), inner])),
    record: v.optional(v.record(v.string(), inner)),
    pick: v.optional(v.picklist(["a", "b"])),
    free: v.optional(v.unknown()),
  }),
  v.transform((fields) => fields),
);

test("a list is no object, wherever it is, and everything else is parsed as ever", () => {
  const misplaced: [unknown, string][] = [
    [[], ""],
    [{ object: [] }, "object"],
    [{ nullable: ["a"] }, "nullable"],
    [{ loose: [] }, "loose"],
    [{ list: [{}, []] }, "list.1"],
    [{ either: [] }, "either"],
    [{ record: { a: {}, b: [] } }, "record.b"],
  ];
  for (const [sent, path] of misplaced) {
    const { issues = [] } = parseSent(schema, sent);
    const found = issues.map((issue) => [v.getDotPath(issue) ?? "", issue.message]);
    expect(found).toEqual([[path, "must be an object, not a list"]]);
  }
  const sent = {
    object: { a: "b" },
    nullable: null,
    list: [{}],
    either: "a",
    pick: "b",
    listOrObject: ["a"],
    record: { toString: {} },
    free: [[]],
  };
  expect(parseSent(schema, sent)).toMatchObject({ success: true, output: sent });
  expect(parseSent(schema, { list: [[], [], [], []] }).issues?.[0].type).toBe("max_length");
  expect(parseSent(schema, { unknown: [] }).issues?.[0].type).toBe("strict_object");
  for (const nothing of [null, undefined, 1, ""]) expect(parseSent(schema, nothing).success).toBe(false);
});
