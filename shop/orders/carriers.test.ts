import { expect, test } from "vitest";
import { carriers, trackingLink } from "./carriers.ts";

test.for<[carrier: string | null, tracking: string | null, link: string | undefined]>([
  ["Bring", "1", "https://sporing.bring.no/sporing/1"],
  ["post-nord ", "00 37&3", "https://tracking.postnord.com/en/tracking?id=00%2037%263"],
  ["Horse", "1", undefined],
  ["Bring", null, undefined],
  ["Bring", "", undefined],
  [null, "1", undefined],
])("a parcel that comes with %s and has the number %j is followed at %s", ([carrier, tracking, link]) => {
  expect(trackingLink(carrier, tracking)).toBe(link);
});

test("a parcel of each carrier that an owner may choose can be followed, at an address of its own", () => {
  const links = carriers.map((carrier) => trackingLink(carrier, "7") ?? "");
  expect(new Set(links).size).toBe(carriers.length);
  for (const link of links) expect(new URL(link).protocol).toBe("https:");
});
