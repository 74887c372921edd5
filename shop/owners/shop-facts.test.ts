import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { validate } from "../validate.ts";
import { readChanges } from "./change-log.ts";
import { FactsChangedError, factsForm, readDelivery, readFacts, saveFacts, sellerLines } from "./shop-facts.ts";

const actor = "olga@example.com";

test.for<[field: keyof typeof factsForm.entries, good: [typed: string, kept: string][], wrong: string[], told: string]>(
  [
    ["shopName", [[` ${"x".repeat(40)} `, "x".repeat(40)]], ["x".repeat(41)], "Use at most 40 characters"],
    ["label4", [["of our guests", "of our guests"]], ["x".repeat(31)], "Use at most 30 characters"],
    ["value4", [["100%", "100%"]], ["x".repeat(13)], "Use at most 12 characters"],
    ["timeZone", [["Asia/Tokyo", "Asia/Tokyo"]], ["Tokyo", "+01:00"], "Use a time zone's name, such as Europe/Oslo"],
    [
      "sellerEmail",
      [["post@mail.brygga.example", "post@mail.brygga.example"]],
      [
        "post",
        "post@brygga",
        "my post@brygga.example",
        "post @brygga.example",
        "post@brygga .example",
        "@brygga.example",
        "post@brygga.",
        "a@b.no c",
      ],
      "Use an address such as shop@example.com",
    ],
    [
      "deliveryPrice",
      [
        ["4,90", "4.90"],
        ["$5", "5.00"],
        ["0", "0.00"],
        ["100,000.00", "100000.00"],
      ],
      ["free", "-1", "4.905", "100,000.01"],
      "Use an amount such as 4.90",
    ],
    [
      "deliveryDays",
      [
        ["1", "1"],
        ["60", "60"],
      ],
      ["0", "61", "100", "2.5", "x1", "-1"],
      "Use a number of days, from 1 to 60",
    ],
  ],
)("an owner may leave %s empty, and what it can't be is told", ([field, good, wrong, told]) => {
  for (const [typed, kept] of [["", ""] as const, ...good]) {
    expect(validate(factsForm, { [field]: typed }).values, typed).toMatchObject({ [field]: kept });
  }
  for (const typed of wrong) expect(validate(factsForm, { [field]: typed }).errors, typed).toEqual({ [field]: told });
});

forEachEngine((_, engine) => {
  test("what an owner says of the shop is followed, what they leave empty is as it comes, and the log has what changed", async () => {
    const { shop } = await openTestShop(engine);
    const { db, settings } = shop;
    const asItComes = [
      { value: "1M+", label: "customers" },
      { value: "10K+", label: "products" },
      { value: "50+", label: "categories" },
      { value: "99%", label: "satisfaction" },
    ];
    expect(settings.figures).toEqual(asItComes);
    const before = await readFacts(db);
    const said = { ...before, shopName: "Brygga", sellerPhone: "55 00 00 00", value1: "400", label4: "come again" };
    await saveFacts(shop, said, { seen: before, actor });
    await shop.followFacts();
    expect(settings).toMatchObject({
      ...{ shopName: "Brygga", timeZone: "Europe/Oslo", seller: { phone: "55 00 00 00", email: "" } },
      figures: [
        { value: "400", label: "customers" },
        asItComes[1],
        asItComes[2],
        { value: "99%", label: "come again" },
      ],
    });
    await saveFacts(shop, said, { seen: said, actor });
    await expect(saveFacts(shop, before, { seen: before, actor })).rejects.toThrow(FactsChangedError);
    await saveFacts(shop, { ...before, timeZone: "Asia/Tokyo" }, { seen: said, actor });
    await shop.followFacts();
    expect(settings).toMatchObject({ shopName: "Torg", timeZone: "Asia/Tokyo", figures: asItComes });
    const log = await readChanges(db, { kind: "settings", subject: "shop", limit: 10 });
    expect(
      log.map(({ actor, action, fields }) => [actor, action, Object.keys(fields).length, fields.shopName]),
    ).toEqual([
      [actor, "changed", 5, { before: "Brygga", after: "" }],
      [actor, "changed", 4, { before: "", after: "Brygga" }],
    ]);
  });
});

test("what the environment says of the shop stands, and a process that knows the revision reads nothing again", async () => {
  const { shop } = await openTestShop("sqlite", { fixed: ["shopName"] });
  const say = async (shopName: string) => {
    const seen = await readFacts(shop.db);
    await saveFacts(shop, { ...seen, shopName, timeZone: shopName && "Asia/Tokyo" }, { seen, actor });
  };
  await say("Brygga");
  await shop.followFacts("7");
  expect(shop.settings).toMatchObject({ shopName: "Torg", timeZone: "Asia/Tokyo" });
  await say("");
  await shop.followFacts("7");
  expect(shop.settings.timeZone).toBe("Asia/Tokyo");
  await shop.followFacts("8");
  expect(shop.settings.timeZone).toBe("Europe/Oslo");
});

test("delivery costs what its owner says, and nothing where it is free from nothing on", async () => {
  const { shop } = await openTestShop("sqlite");
  const termsOf = async (deliveryPrice: string, deliveryFreeFrom: string, deliveryDays: string) => {
    const seen = await readFacts(shop.db);
    await saveFacts(shop, { ...seen, deliveryPrice, deliveryFreeFrom, deliveryDays }, { seen, actor });
    return readDelivery(shop.db);
  };
  expect(await readDelivery(shop.db)).toEqual({ priceCents: 0, freeFromCents: null, days: 3 });
  expect(await termsOf("4.90", "50.00", "5")).toEqual({ priceCents: 490, freeFromCents: 5000, days: 5 });
  expect(await termsOf("4.90", "", "")).toEqual({ priceCents: 490, freeFromCents: null, days: 3 });
  expect(await termsOf("4.90", "0.00", "")).toEqual({ priceCents: 0, freeFromCents: 0, days: 3 });
});

test("shoppers read who sells line by line, or nothing while nobody has said it", () => {
  const nobody = { address: "", organisationNumber: "", email: "", phone: "" };
  const linesOf = (said: Partial<typeof nobody>) => sellerLines({ shopName: "Torg", seller: { ...nobody, ...said } });
  expect(linesOf({})).toBeUndefined();
  expect(linesOf({ phone: "55 00 00 00" })).toEqual(["Torg", "55 00 00 00"]);
  expect(linesOf({ address: "Bryggen 1", organisationNumber: "999", email: "a@b.no" })).toEqual([
    ...["Torg", "Bryggen 1", "Organisation number 999", "a@b.no"],
  ]);
});
