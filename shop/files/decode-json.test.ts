import { expect, test } from "vitest";
import { decodeJson } from "./decode-json.ts";
import { bytesInMemory, type ReadBytes } from "./read-bytes.ts";

async function textOf(read: ReadBytes) {
  let text = "";
  for await (const part of await decodeJson(read)) text += part;
  return text;
}

/** A file that arrives byte by byte. */
function inBytes(bytes: Buffer): ReadBytes {
  return async function* () {
    for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1);
  };
}

const text = '{"title":"Blå kopp 🍵"}\n';

test("JSON in UTF-8 and UTF-16 is read, with a byte order mark or without", async () => {
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(text, "utf16le")]) {
    expect(await textOf(bytesInMemory(bytes))).toBe(text);
    expect(await textOf(inBytes(bytes))).toBe(text);
  }
});

test.each([
  ["Latin-1", Buffer.from('[{"title":"Blå"}]', "latin1"), "line 1, byte 14"],
  [
    "Latin-1 after a line in UTF-8",
    Buffer.concat([Buffer.from(text), Buffer.from("é€\ub155"), Buffer.from([0xe5, 0x22])]),
    "line 2, byte 9",
  ],
  ["a character that is cut", Buffer.from(text).subarray(0, -5), "line 1, byte 21"],
])("JSON in %s is refused with the place", async (_, bytes, place) => {
  for (const read of [bytesInMemory(bytes), inBytes(bytes)])
    await expect(decodeJson(read)).rejects.toThrow(`${place} isn't UTF-8`);
});
