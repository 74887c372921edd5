import { expect, test } from "vitest";
import { defaultFormats } from "../../values/locale.ts";
import { readPricePhrase } from "./price-phrase.ts";

test.each([
  ["under $50", "", "under50"],
  ["oak lamp under $50", "oak lamp", "under50"],
  ["Lamp below 50", "Lamp", "under50"],
  ["lamp < 50 dollars", "lamp", "under50"],
  ["gifts priced under $1,500 for her", "gifts for her", "under1500"],
  ["under USD 49.99", "", "under50"],
  ["$50 or less", "", "under50"],
  ["over $100", "", "over100"],
  ["100 and up", "", "over100"],
  ["50–100", "", "50to100"],
  ["perfume $50 - $100", "perfume", "50to100"],
  ["between 50 and 100 dollars", "", "50to100"],
  ["from $20 to $40 lamp", "lamp", "20to40"],
])("%j asks for a price", (text, rest, filter) => {
  expect(readPricePhrase(text, defaultFormats)).toMatchObject({ rest, filter });
});

test.each([
  ["under 500 kr", "under500"],
  ["under kr 1 500", "under1500"],
  ["inntil 500,- eller under 500,-", "under500"],
  ["500 to 1000 kroner", "500to1000"],
  ["max NOK 499,90", "under500"],
])("%j asks for a price in kroner", (text, filter) => {
  expect(readPricePhrase(text, { currency: "NOK", locale: "nb" })?.filter).toBe(filter);
});

test.each([
  ...[
    "lamp",
    "50",
    "$50",
    "under 50 cm",
    "50–100 ml",
    "2026-11-27",
    "100-50",
    "under 0",
    "under €50",
    "2-in-1",
    "WH-1000",
  ],
  ...["over the moon 3", "30 to 40 years", "under", "a-1-2"],
])("%j asks for none", (text) => {
  expect(readPricePhrase(text, defaultFormats)).toBeUndefined();
});

test("only a price with the shop's currency is one for sure", () => {
  const hasCurrency = ["under $50", "under 50", "$20-40"].map(
    (text) => readPricePhrase(text, defaultFormats)?.hasCurrency,
  );
  expect(hasCurrency).toEqual([true, false, true]);
});
