import { expect, test } from "vitest";
import { vatPlaceOf } from "./vat-area.ts";
import { usualExportReason } from "./vat-notes.ts";

test.for([
  ["NO", "9170", undefined],
  ["NO", "9179", undefined],
  ["NO", "9169", "NO"],
  ["NO", "9180", "NO"],
  ["NO", "8099", undefined],
  ["NO", "NO-8100", "NO"],
  ["SJ", "9170", "SJ"],
  ["FI", "22100", undefined],
  ["FI", "AX-22950", undefined],
  ["FI", "21100", "FI"],
  ["AX", "22100", "AX"],
  ["FR", "97110", undefined],
  ["FR", "97150", undefined],
  ["FR", "97600", undefined],
  ["FR", "98413", undefined],
  ["FR", "98800", undefined],
  ["FR", "98000", "FR"],
  ["FR", "97", "FR"],
  ["FR", "20000", "FR"],
  ["MC", "98000", "FR"],
  ["ES", "35001", undefined],
  ["ES", "38001", undefined],
  ["ES", "51001", undefined],
  ["ES", "52001", undefined],
  ["ES", "07001", "ES"],
  ["DE", "78266", "CH"],
  ["DE", "78267", "DE"],
  ["DE", "27498", undefined],
  ["DE", "27499", "DE"],
  ["CH", "8238", "CH"],
  ["CH", "7562", undefined],
  ["LI", "9490", "CH"],
  ["IT", "23041", undefined],
  ["IT", "23030", "IT"],
  ["IT", "22061", undefined],
  ["IT", "47890", undefined],
  ["IT", "47900", "IT"],
  ["IT", "00120", undefined],
  ["GR", "630 86", undefined],
  ["GR", "63075", "GR"],
  ["DK", "3900", undefined],
  ["DK", "3700", "DK"],
  ["DK", "0900", "DK"],
  ["DK", "100", undefined],
  ["PT", "9000-010", "PT"],
  ["GB", "BT1 5GS", "XI"],
  ["GB", "bt71aa", "XI"],
  ["GB", "B1 1AA", "GB"],
  ["GB", "IM1 1AA", "GB"],
  ["IM", "IM1 1AA", "GB"],
  ["GB", "JE2 3AB", undefined],
  ["GB", "GY1 1AA", undefined],
  ["GB", "GX11 1AA", undefined],
  ["JE", "JE2 3AB", "JE"],
  ["GB", "&".repeat(500_000), "GB"],
] as const)("the postcode %s %s is in the VAT area of %s", ([country, zipCode, taxed]) => {
  const place = vatPlaceOf({ country, zipCode });
  expect(place.country).toBe(taxed);
  expect(place.isEu).toBe(["FI", "FR", "ES", "DE", "IT", "GR", "DK", "PT", "XI"].includes(taxed ?? ""));
});

test.for([
  ["NO", "merverdiavgiftsloven § 6-21"],
  ["SE", "Article 146 of Directive 2006/112/EC"],
  ["MC", "Article 146 of Directive 2006/112/EC"],
  ["GB", "section 30(6) of the Value Added Tax Act 1994"],
  ["XI", "section 30(6) of the Value Added Tax Act 1994"],
  ["CH", "Article 23 of the Swiss VAT Act"],
  ["LI", "Article 23 of the Liechtenstein VAT Act"],
  ["US", "Export, exempt from VAT"],
] as const)("an export from %s says %s", ([country, reason]) => {
  expect(usualExportReason(country)).toContain(reason);
});
