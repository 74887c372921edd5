import { expect, test } from "vitest";
import { meantEmail } from "./meant-email.ts";

test.each([
  ["ola@gmial.com", "ola@gmail.com"],
  ["Ola.Nordmann+x@GMAL.com", "Ola.Nordmann+x@gmail.com"],
  ["ola@gmail.con", "ola@gmail.com"],
  ["ola@gmail.co", "ola@gmail.com"],
  ["ola@hotmial.no", "ola@hotmail.no"],
  ["ola@exmaple.com", "ola@example.com"],
  ["ola@yaho.co.uk", "ola@yahoo.co.uk"],
])("%s probably means %s", (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant);
});

test.each([
  ...["ola@gmail.com", "ola@mail.com", "ola@ymail.com", "ola@email.com", "ola@outlook.be", "ola@hotmail.nl"],
  ...["ola@torg.no", "ola@example.org", "gmial.com", "@gmial.com", "ola@", "", "ola@gmial"],
])("%j is left as it is", (typed) => {
  expect(meantEmail(typed)).toBeUndefined();
});
