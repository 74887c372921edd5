import { expect, test } from "vitest";
import { isMistakable } from "./shared-signs.ts";

test.each([
  ["NOK", ["SE", "DK", "FO", "IS"], ["NO", "SJ", "US", "DE"]],
  ["SEK", ["NO", "GL"], ["SE", "FI"]],
  ["USD", ["CA", "AU", "NZ", "MX"], ["US", "PR", "NO", "GB"]],
  ["GBP", ["FK", "GI"], ["GB", "IM", "EG"]],
  ["JPY", ["CN"], ["JP", "KR"]],
  ["EUR", [], ["NO", "DE", "US"]],
])("amounts in %s are taken for other money in %j, and not in %j", (currency, there, elsewhere) => {
  expect(there.filter((country) => !isMistakable(currency, country))).toEqual([]);
  expect(elsewhere.filter((country) => isMistakable(currency, country))).toEqual([]);
});
