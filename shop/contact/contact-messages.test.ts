import { expect, test } from "vitest";
import { contactLetter } from "../../tests/support/contact-letter.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { readContactMessages, saveContactMessage } from "./contact-messages.ts";

const form = { ...contactLetter, message: "Is it strong?\n– Ada 🫖" };

const noon = new Date("2026-11-20T12:00:00Z");

forEachEngine((openDatabase) => {
  test("messages are listed newest first, also within one millisecond", async () => {
    const { db } = await openDatabase();
    await saveContactMessage(db, { ...form, subject: "Second", orderNumber: "ABC123DEF4" }, noon);
    await saveContactMessage(db, { ...form, subject: "Third" }, noon);
    await saveContactMessage(db, { ...form, subject: "First" }, new Date(noon.getTime() - 1));
    expect(await readContactMessages(db)).toEqual([
      { ...form, subject: "Third", submittedAt: noon.getTime() },
      { ...form, subject: "Second", orderNumber: "ABC123DEF4", submittedAt: noon.getTime() },
      { ...form, subject: "First", submittedAt: noon.getTime() - 1 },
    ]);
  });
});
