import { expect, test } from "vitest";
import { fullAddress } from "./full-address.ts";

test.for<[text: string, zipCode: string | null, country: string | null, full: string]>([
  ["Storgata 1, Oslo", "0155", "NO", "Storgata 1\n0155 Oslo\nNorway"],
  ["Storgata 1\nOslo", "0155", "NO", "Storgata 1\n0155 Oslo\nNorway"],
  ["c/o Hansen\nStorgata 1, leil. 5, Oslo", "0155", null, "c/o Hansen\nStorgata 1, leil. 5\n0155 Oslo"],
  ["Slottsplassen, Oslo", "0010", "NO", "Slottsplassen\n0010 Oslo\nNorway"],
  // What the customer typed is all that is known.
  ["Storgata 1, 0155 Oslo, Norway", null, null, "Storgata 1, 0155 Oslo, Norway"],
  ["Storgata 1, 0155 Oslo, Norway", "0155", "NO", "Storgata 1\n0155 Oslo\nNorway"],
  ["10 Downing Street\nLondon sw1a  2aa", "SW1A 2AA", "GB", "10 Downing Street\nLondon\nSW1A 2AA\nUnited Kingdom"],
  ["10 Downing Street, London, SW1A 2AA", "SW1A 2AA", "GB", "10 Downing Street\nLondon\nSW1A 2AA\nUnited Kingdom"],
  [
    "742 Evergreen Terrace, Springfield, IL",
    "62701",
    "US",
    "742 Evergreen Terrace\nSpringfield, IL 62701\nUnited States",
  ],
  ["1 Brīvības iela, Riga", "LV-1010", "LV", "1 Brīvības iela\nRiga, LV-1010\nLatvia"],
  ["1-1 Chiyoda\nTokyo", "100-8111", "JP", "1-1 Chiyoda\nTokyo 100-8111\nJapan"],
  ["1 Queen's Road, Central", null, "HK", "1 Queen's Road\nCentral\nHong Kong SAR China"],
  // The number of a house is no zip code, and a part of a country's name isn't the country.
  ["Strandveien 1200", "1200", "NO", "Strandveien 1200\n1200\nNorway"],
  [
    "1 High Street, Belfast, Northern Ireland",
    "BT1 1AA",
    "IE",
    "1 High Street\nBelfast, Northern Ireland\nBT1 1AA\nIreland",
  ],
  // The city can't be told from what is around it.
  ["Storgata 1, 2nd floor", "0155", "NO", "Storgata 1, 2nd floor\n0155\nNorway"],
  ["Hauptstraße 1, Teltow, Brandenburg", "14513", "DE", "Hauptstraße 1, Teltow, Brandenburg\n14513\nGermany"],
  ["Unter den Linden 1, Berlin, Germany", "5003", "NO", "Unter den Linden 1, Berlin, Germany\n5003\nNorway"],
  ["Storgata 1, 0155 Oslo, Viken", "0155", "NO", "Storgata 1, 0155 Oslo, Viken\nNorway"],
])("%j with %s and %s is read as %j", ([text, zipCode, country, full]) => {
  expect(fullAddress(text, { zipCode, country })).toBe(full);
});
