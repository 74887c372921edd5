import { setImmediate as untilNextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { readCatalogVersion } from "../changes/catalog-version.ts";
import { readChanges } from "../changes/change-log.ts";
import { ChangedMeanwhileError } from "../forms/form-errors.ts";
import { validate } from "../forms/validate.ts";
import { sender } from "../jobs/sender.ts";
import { readSettings, saveSettings, sellerLines, settingsForm } from "./settings.ts";

const actor = "olga@example.com";

test.for<
  [field: keyof typeof settingsForm.entries, good: [typed: string, kept: string][], wrong: string[], message: string]
>([
  ["shopName", [[` ${"x".repeat(40)} `, "x".repeat(40)]], ["x".repeat(41)], "Use at most 40 characters"],
  [
    "currency",
    [
      ["NOK", "NOK"],
      [" eur ", "EUR"],
      ["jpy", "JPY"],
      ["KWD", "KWD"],
      ["norwegian krone", "NOK"],
    ],
    ["ABC", "kr", "€"],
    "Use an ISO 4217 code such as NOK, or the currency's name",
  ],
  [
    "countries",
    [
      ["no se, DK;no", "NO, SE, DK"],
      [" ", ""],
    ],
    ["Norway", "NO, XX", "EU"],
    "Use ISO 3166 codes of two letters, such as NO, SE, DK",
  ],
  [
    "locale",
    [
      ["nb", "nb"],
      [" de-AT ", "de-AT"],
    ],
    ["norsk", "NB", "xx", "en_GB", "kr"],
    "Use a language tag such as nb or en-GB",
  ],
  [
    "timeZone",
    [
      ["Asia/Tokyo", "Asia/Tokyo"],
      ["tokyo", "Asia/Tokyo"],
      ["New York", "America/New_York"],
    ],
    ["Bergen", "+01:00"],
    "No time zone has this name. Type your country or its largest city",
  ],
  [
    "sellerEmail",
    [
      ["post@mail.brygga.example", "post@mail.brygga.example"],
      ["o'brien@tea--house.example", "o'brien@tea--house.example"],
    ],
    [
      "post",
      "my post@brygga.example",
      "post @brygga.example",
      "post@brygga .example",
      "@brygga.example",
      "post@brygga.",
      "a@b.no c",
    ],
    "Use an email address such as shop@example.com",
  ],
  ["unpaidDays", [["14", "14"]], ["0", "366", "1.5"], "Use a number of days, from 1 to 365"],
  ["unpaidPieces", [["50", "50"]], ["0", "-1", "1000001"], "Use a number of items, from 1 to 1000000"],
  ["unpaidAmount", [["1 299,50", "1 299,50"]], ["0", "-1", "1.299", "much"], "Use an amount such as 2500.00"],
  ["returnDays", [["14", "14"]], ["0", "366", "two weeks"], "Use a number of days, from 1 to 365"],
])("%s may be empty, and invalid values show an error", ([field, good, wrong, message]) => {
  for (const [typed, kept] of [["", ""] as const, ...good]) {
    expect(validate(settingsForm, { [field]: typed }).values, typed).toMatchObject({ [field]: kept });
  }
  for (const typed of wrong)
    expect(validate(settingsForm, { [field]: typed }).errors, typed).toEqual({ [field]: message });
});

forEachEngine((_, engine) => {
  test("saved settings apply, empty ones use the default, and the log has the changes", async () => {
    const { shop } = await openTestShop(engine);
    const { db, settings } = shop;
    const before = await readSettings(db);
    const saved = { ...before, shopName: "Brygga", sellerPhone: "55 00 00 00", returnDays: "60" };
    await saveSettings(shop, saved, { original: before, actor });
    await shop.refreshSettings();
    expect(settings).toMatchObject({
      ...{ shopName: "Brygga", timeZone: "Europe/Oslo", seller: { phone: "55 00 00 00", email: "" }, returnDays: 60 },
    });
    expect(sender(settings)).toEqual({ name: "Brygga", address: "shop@localhost" });
    await saveSettings(shop, saved, { original: saved, actor });
    await expect(saveSettings(shop, before, { original: before, actor })).rejects.toThrow(ChangedMeanwhileError);
    await saveSettings(shop, { ...before, timeZone: "Asia/Tokyo" }, { original: saved, actor });
    await shop.refreshSettings();
    expect(settings).toMatchObject({ shopName: "Torg", timeZone: "Asia/Tokyo" });
    const log = await readChanges(db, { kind: "settings", subject: "shop", limit: 10 });
    expect(
      log.map(({ actor, action, fields }) => [actor, action, Object.keys(fields).length, fields.shopName]),
    ).toEqual([
      [actor, "changed", 4, { before: "Brygga", after: "" }],
      [actor, "changed", 3, { before: "", after: "Brygga" }],
    ]);
  });
});

test("the environment overrides saved settings, and a process that knows the version reads nothing", async () => {
  const { shop } = await openTestShop("sqlite", { fixed: ["shopName"] });
  const save = async (shopName: string) => {
    const original = await readSettings(shop.db);
    await saveSettings(shop, { ...original, shopName, timeZone: shopName && "Asia/Tokyo" }, { original, actor });
  };
  await save("Brygga");
  await shop.refreshSettings("7");
  expect(shop.settings).toMatchObject({ shopName: "Torg", timeZone: "Asia/Tokyo" });
  await save("");
  await shop.refreshSettings("7");
  expect(shop.settings.timeZone).toBe("Asia/Tokyo");
  await shop.refreshSettings("8");
  expect(shop.settings.timeZone).toBe("Europe/Oslo");
});

test("the seller's details are shown line by line, or not at all while empty", () => {
  const empty = { address: "", organisationNumber: "", email: "", phone: "" };
  const linesOf = (saved: Partial<typeof empty>) => sellerLines({ shopName: "Torg", seller: { ...empty, ...saved } });
  expect(linesOf({})).toBeUndefined();
  expect(linesOf({ phone: "55 00 00 00" })).toEqual(["Torg", "55 00 00 00"]);
  expect(linesOf({ address: "Bryggen 1\n\n5003  Bergen", organisationNumber: "999", email: "a@b.no" })).toEqual([
    ...["Torg", "Bryggen 1", "5003 Bergen", "Organisation number 999", "a@b.no"],
  ]);
});

test("who asks for the settings of a version while they are read gets these, too", async () => {
  const { shop } = await openTestShop("sqlite");
  const { db, settings, refreshSettings } = shop;
  const original = await readSettings(db);
  await saveSettings(shop, { ...original, shopName: "Newer" }, { original, actor });
  const version = await readCatalogVersion(db);
  let isRead = false;
  const reading = refreshSettings(version).then(() => {
    isRead = true;
  });
  const shown: Promise<string>[] = [];
  while (!isRead) {
    // A read may wait for the next turn of the event loop.
    if (shown.length % 100 === 99) await untilNextTurn();
    shown.push(refreshSettings(version).then(() => settings.shopName));
    await null;
  }
  await reading;
  expect(new Set(await Promise.all(shown))).toEqual(new Set(["Newer"]));
});
