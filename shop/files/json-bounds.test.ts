import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { JsonBoundsError, parseJson, withinBounds } from "./json-bounds.ts";

test("JSON with brackets in texts, or with many lists next to each other, is parsed", () => {
  for (const value of [{ text: '[[{{"\\'.repeat(100) }, Array(100).fill([[]]), "", 7, null])
    expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test.each(["[", '{"a":', '["\\"",[', '[{"a":'])("%s a million times is refused with its line", (start) => {
  expect(() => parseJson(`\n${start.repeat(1_000_000)}`)).toThrow(
    "line 2 has more than 32 lists and objects in each other",
  );
});

test("an item of megabytes is refused, however its text is cut", async () => {
  const read = async (text: string, level: number) => {
    const parts = async function* () {
      for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
    };
    return (await Readable.from(withinBounds(parts(), level)).toArray()).join("");
  };
  const item = `"${"x".repeat(3_000_000)}"`;
  const list = `[${item},${"\n".repeat(5_000_000)}${item}]`;
  expect(await read(list, 1)).toBe(list);
  expect(await read(`{"products":${list}}`, 2)).toHaveLength(list.length + 13);
  await expect(read(`[[${item},${item}]]`, 1)).rejects.toThrow(JsonBoundsError);
});
