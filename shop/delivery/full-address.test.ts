import { expect, test } from "vitest";
import { fullAddress } from "./full-address.ts";

test.for<[billingAddress: string, zipCode: string | null, country: string | null, full: string]>([
  ["Storgata 1, Oslo", "0155", "NO", "Storgata 1, Oslo\n0155\nNorway"],
  ["Storgata 1\nOslo", null, null, "Storgata 1\nOslo"],
  ["Storgata 1, 0155 Oslo, Norway", "0155", "NO", "Storgata 1, 0155 Oslo, Norway"],
  ["10 Downing Street\nLondon sw1a  2aa", "SW1A 2AA", "GB", "10 Downing Street\nLondon sw1a  2aa\nUnited Kingdom"],
  // The number of a house is no zip code, and a part of a country's name isn't the country.
  ["Strandveien 1200", "1200", "NO", "Strandveien 1200\n1200\nNorway"],
  [
    "1 High Street, Belfast, Northern Ireland",
    "BT1 1AA",
    "IE",
    "1 High Street, Belfast, Northern Ireland\nBT1 1AA\nIreland",
  ],
  ["1 Queen's Road, Central", null, "HK", "1 Queen's Road, Central\nHong Kong SAR China"],
])("%j with %s and %s is read as %j", ([billingAddress, zipCode, country, full]) => {
  expect(fullAddress(billingAddress, { zipCode, country })).toBe(full);
});
