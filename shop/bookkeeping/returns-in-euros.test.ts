import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { serve } from "../../tests/support/serve.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { readRates } from "../taxes/ecb-rates.ts";
import { findEuroRates, toEuroCents, typeEuroRate } from "../taxes/euro-rates.ts";
import { type ReturnRow, rateDay, writeReturnsCsv } from "./one-stop-shop.ts";

const actor = "olga@example.com";

/** A file of rates like the European Central Bank's. */
function fileOf(days: Record<string, string>) {
  const cubes = Object.entries(days).map(
    ([day, rate]) =>
      `<Cube time="${day}"><Cube currency="USD" rate="1.1"/><Cube currency="NOK" rate="${rate}"/></Cube>`,
  );
  return `<?xml version="1.0"?><gesmes:Envelope><Cube>${cubes.join("")}</Cube></gesmes:Envelope>`;
}

forEachEngine((_, engine) => {
  test("a period has the European Central Bank's rate of its last day or the next one, and what is typed wins", async () => {
    let [status, asked, file] = [503, 0, ""];
    const { url, host } = await serve((_request, response) => {
      asked += 1;
      response.writeHead(status).end(file);
    });
    const { shop } = await openTestShop(engine, { ecbRatesUrl: url, allowedPrivateHosts: [host] });
    await setSettings(shop, { currency: "NOK" });
    const moment = { ...shop, now: () => new Date("2026-11-26T12:00:00Z") };
    const days = ["2026-09-30", "2026-10-31", "2026-12-31", "2026-03-31"];
    const rates = async () => {
      const found = await findEuroRates(moment, days);
      return [...found.values()].map(({ day, publishedOn, rate, source }) =>
        [day, publishedOn, rate, source].join(" "),
      );
    };
    expect(await rates()).toEqual([]);
    [status, file] = [200, "<html>Maintenance</html>"];
    expect(await rates()).toEqual([]);
    file = fileOf({ "2026-11-03": "11.9", "2026-11-02": "11.8123", "2026-09-30": "11.7325", "2026-09-29": "11" });
    const both = ["2026-09-30 2026-09-30 11.7325 ecb", "2026-10-31 2026-11-02 11.8123 ecb"];
    expect(await rates()).toEqual(both);
    status = 503;
    expect((await rates()).toSorted()).toEqual(both);
    expect(asked).toBe(3);
    const typed = { currency: "NOK", day: "2026-03-31" };
    await typeEuroRate(moment, { ...typed, rate: "12.5" }, actor);
    await typeEuroRate(moment, { ...typed, day: "2026-09-30", rate: "10" }, actor);
    expect((await rates()).toSorted()).toEqual([
      "2026-03-31 2026-03-31 12.5 typed",
      "2026-09-30 2026-09-30 10 typed",
      both[1],
    ]);
    await typeEuroRate(moment, { ...typed, day: "2026-09-30", rate: "" }, actor);
    expect((await rates()).toSorted().slice(1)).toEqual(both);
  });
});

test.for([
  [117_325, "11.7325", "NOK", 100_00],
  [-117_325, "11.7325", "NOK", -100_00],
  [1, "11.7325", "NOK", 0],
  [-1, "11.7325", "NOK", 0],
  [5, "10", "NOK", 1],
  [16_250, "162.5", "JPY", 100_00],
  [1_000, "0.3251", "KWD", 308],
  [99_999_999_999, "0.001", "NOK", 99_999_999_999_000],
] as const)("%s cents at %s %s for one euro are %s euro cents", ([cents, rate, currency, euroCents]) => {
  expect(toEuroCents(cents, { currency, rate })).toBe(euroCents);
});

test("a correction has the rate of the period that it corrects, and the CSV names rate, day and source", () => {
  const row: ReturnRow = {
    ...{ scheme: "oss", period: "2026-Q4", corrects: "2026-Q3", country: "DE", basisPoints: 1900 },
    ...{ netCents: -117_325, vatCents: -22_292 },
  };
  expect(rateDay(row)).toBe("2026-09-30");
  expect(
    [{ period: "2026-Q4" }, { period: "2026-11" }, { period: "2028-02" }].map((each) =>
      rateDay({ corrects: undefined, ...each }),
    ),
  ).toEqual(["2026-12-31", "2026-11-30", "2028-02-29"]);
  const rate = {
    currency: "NOK",
    day: "2026-09-30",
    publishedOn: "2026-09-30",
    rate: "11.7325",
    source: "ecb",
  } as const;
  const euros = { netCents: -100_00, vatCents: -19_00, rate };
  const [head, line] = writeReturnsCsv([{ ...row, euros }], { currency: "NOK" }).split("\r\n");
  expect(head).toMatch(/,Currency,Net in EUR,VAT in EUR,EUR rate,EUR rate of,EUR rate source$/);
  expect(line).toMatch(/,NOK,-100\.00,-19\.00,11\.7325,2026-09-30,European Central Bank$/);
});

test.for([
  ["", []],
  ["<Cube time=".repeat(90_000), []],
  [fileOf({ "2026-11-26": "0" }), []],
  [fileOf({ "2026-11-26": "1e5" }), []],
  [fileOf({ "2026-11-26": "11.5" }).replaceAll('"', "'"), [{ publishedOn: "2026-11-26", rate: "11.5" }]],
] as const)("only rates that are numbers are read", ([file, rates]) => {
  expect(readRates(file, "NOK")).toEqual(rates);
});
