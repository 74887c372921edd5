import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { noteBackup, readLastBackup } from "./last-backup.ts";

forEachEngine((openDatabase) => {
  test("an owner sees when the last backup was made, and that there was none yet", async () => {
    const { db } = await openDatabase();
    await db.insertInto("settings").values({ key: "another", value: "7" }).execute();
    expect(await readLastBackup(db)).toBeUndefined();
    for (const time of [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22)]) {
      await noteBackup(db, new Date(time));
      expect(await readLastBackup(db)).toBe(time);
    }
  });
});
