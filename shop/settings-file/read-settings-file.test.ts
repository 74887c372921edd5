import { expect, test } from "vitest";
import { SettingsFileError } from "../changes/settings-section.ts";
import { readSettingsFile } from "./read-settings-file.ts";

const text = '{\n  "settings": { "shopName": "Blå kopp" }\n}\n';

test("a settings file is read in UTF-8 and UTF-16, with a byte order mark or without", async () => {
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, "utf16le")])
    expect(await readSettingsFile(bytes)).toBe(text);
});

test("a settings file in another encoding is refused with the place, before letters are lost", async () => {
  const reading = readSettingsFile(Buffer.from(text, "latin1"));
  await expect(reading).rejects.toThrow(SettingsFileError);
  await expect(reading).rejects.toThrow("The file can't be read: line 2, byte 32 isn't UTF-8. Save the file as UTF-8.");
});

test("a settings file that is too large is refused unread", async () => {
  await expect(readSettingsFile(Buffer.alloc(4_000_001, 0xff))).rejects.toThrow("A settings file may have 4 MB");
});
