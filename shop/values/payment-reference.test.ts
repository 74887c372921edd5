import { expect, test } from "vitest";
import { formatBankAccount, isBic, isNorwegianAccount, parseBankAccount } from "./bank-account.ts";
import { passesLuhn } from "./check-digits.ts";
import { createCreditorReference, createKid, referenceName } from "./payment-reference.ts";

test.for([
  // The examples of banks and of SWIFT's registry.
  ["8601 11 17947", "86011117947", "8601 11 17947"],
  ["8601.11.17947", "86011117947", "8601 11 17947"],
  ["no93 8601 1117 947", "NO9386011117947", "NO93 8601 1117 947"],
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "DE89 3704 0044 0532 0130 00"],
  ["GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819", "GB29 NWBK 6016 1331 9268 19"],
  ["BR15 0000 0000 0000 1093 2840 814P 2", "BR1500000000000010932840814P2", "BR15 0000 0000 0000 1093 2840 814P 2"],
])("the account %s is taken", ([typed, number, shown]) => {
  expect(parseBankAccount(typed ?? "")).toBe(number);
  expect(formatBankAccount({ number: number ?? "" })).toBe(shown);
});

test.for([
  [
    "8601 11 17948",
    "NO93 8601 1117 946",
    "DE88 3704 0044 0532 0130 00",
    "DE89 3704 0044 0532 0130 0",
    "SE45",
    "",
    "account",
  ],
])("accounts with wrong digits aren't", (typed) => {
  expect(typed.map((each) => parseBankAccount(each))).toEqual(typed.map(() => undefined));
});

test("each wrong digit of an account shows", () => {
  const number = "86011117947";
  for (let place = 0; place < number.length; place++) {
    const others = [..."0123456789"].map((digit) => number.slice(0, place) + digit + number.slice(place + 1));
    expect(others.filter((other) => parseBankAccount(other) !== undefined)).toEqual([number]);
  }
});

test("only a Norwegian account is paid to by KID", () => {
  const numbers = ["86011117947", "NO9386011117947", "SE4550000000058398257466"];
  expect(numbers.map((number) => isNorwegianAccount({ number }))).toEqual([true, true, false]);
});

test("a BIC names a bank, and maybe a branch", () => {
  const codes = ["DNBANOKK", "DNBANOKKXXX", "DNBANOK", "DNBANOKKXX", "dnbanokk"];
  expect(codes.map(isBic)).toEqual([true, true, false, false, false]);
});

test("a KID has the length and prefix that its owner chose, and a check digit", () => {
  expect(createKid({ prefix: "", length: 10 }, 1234)).toBe("0000012344");
  expect(createKid({ prefix: "77", length: 8 }, 1234)).toBe("77012342");
  expect(createKid({ prefix: "77", length: 8 }, 123_456)).toHaveLength(9);
  expect(passesLuhn(createKid({ prefix: "77", length: 8 }, 123_456))).toBe(true);
  expect(referenceName("77012345")).toBe("KID");
});

test("a creditor reference has the check digits of ISO 11649", () => {
  // The standard's example.
  expect(createCreditorReference("539007547034")).toBe("RF18539007547034");
  expect(createCreditorReference("A1B2C3D4E5")).toMatch(/^RF\d\dA1B2C3D4E5$/);
  expect(referenceName("RF18539007547034")).toBe("Payment reference");
});
