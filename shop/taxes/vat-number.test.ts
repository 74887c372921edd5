import { expect, test } from "vitest";
import { isInVies, readVatNumber, vatNumberCountry } from "./vat-number.ts";

/** Numbers that are published, one for each country. */
const published =
  "ATU13585627 BE0428759497 BG175074752 CHE107787577 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431 FI20774740 FR40303265045 GB980780684 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515 LU15027442 LV40003521600 MT11679112 NL004495445B01 NO995525828MVA PL8567346215 PT501964843 RO18547290 SE556188840401 SI50223054 SK2022749619 XI980780684";

test.for(published.split(" "))(
  "%s is read, with and without its country's letters, and not with a wrong digit",
  (number) => {
    const code = vatNumberCountry(number);
    const country = code === "XI" ? "GB" : code;
    const area = { country, ...(code === "XI" && { zipCode: "BT1 1AA" }) };
    expect(readVatNumber(number, {})).toEqual({ number });
    const digits = number.slice(number.startsWith("CHE") ? 3 : 2);
    expect(readVatNumber(` ${digits.toLowerCase().replace(/^(...)/, "$1 ")}`, area)).toEqual({ number });
    const wrong = number.replace(/\d(?=\d\d)/, (digit) => String((Number(digit) + 1) % 10));
    expect(readVatNumber(wrong, area)).toHaveProperty("error");
  },
);

test.for([
  ["NO 995 525 828 MVA", "NO", "NO995525828MVA"],
  ["995525828", "NO", "NO995525828MVA"],
  ["CHE-107.787.577 MWST", "CH", "CHE107787577"],
  ["GR094259216", "GR", "EL094259216"],
] as const)("%s of %s is %s", ([typed, country, number]) => {
  expect(readVatNumber(typed, { country })).toEqual({ number });
});

test("a number of another country than the buyer's is refused", () => {
  expect(readVatNumber("DE136695976", { country: "SE" })).toEqual({ error: "This isn't a VAT number of Sweden" });
});

test.for(["", "DE", "&".repeat(1_000_000), "1".repeat(500_000), "DE12345678?", "toString", "US123456789"])(
  "what isn't a VAT number is refused",
  (typed) => {
    expect(readVatNumber(typed, { country: "DE" })).toHaveProperty("error");
  },
);

test("the EU's register has the numbers of its members and of Northern Ireland", () => {
  const outside = published.split(" ").filter((number) => !isInVies(number));
  expect(outside).toEqual(["CHE107787577", "GB980780684", "NO995525828MVA"]);
});
