import { expect, test } from "vitest";
import { doubtAboutOrganisationNumber, doubtAboutPhone } from "./seller-numbers.ts";

test.each([
  ["974 760 673", "NO", true],
  ["NO 974760673 MVA", "NO", true],
  ["974 760 674", "NO", false],
  ["97476067", "NO", false],
  ["556036-0793", "SE", true],
  ["556036-0794", "SE", false],
  ["CVR 22756214", "DK", true],
  ["22756215", "DK", false],
  ["0112038-9", "FI", true],
  ["0112038-8", "FI", false],
  ["HRB 12345", "DE", true],
  ["", "NO", true],
  ["9".repeat(500_000), "NO", false],
])("an organization number %.20s in %s is questioned unless it may be right", (typed, country, mayBeRight) => {
  expect(doubtAboutOrganisationNumber(typed, country) === undefined).toBe(mayBeRight);
});

test.each([
  ["+47 22 00 00 00", true],
  ["(0) 30/123-456", true],
  ["02800", true],
  ["", true],
  ["call me", false],
  ["12", false],
  ["1234567890123456", false],
])("a phone number %s is questioned unless it can be dialed", (typed, mayBeRight) => {
  expect(doubtAboutPhone(typed) === undefined).toBe(mayBeRight);
});
