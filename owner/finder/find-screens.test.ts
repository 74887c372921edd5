import { expect, test } from "vitest";
import { findScreens } from "./find-screens.ts";

test.each([
  ["payments", "Checkout", "/owner/settings#checkout"],
  ["currency", "Currency", "/owner/settings#currency"],
  ["invoice", "Invoices", "/owner/settings#invoices"],
  ["category", "Categories", "/owner/categories"],
  ["opening hours", "Delivery", "/owner/delivery"],
  ["discount code", "Add discount code", "/owner/discounts/new"],
  ["customers", "Customers", "/owner/customers"],
])("an owner who types “%s” finds %s", (text, title, address) => {
  expect(findScreens("owner", text)).toContainEqual(expect.objectContaining({ title, address }));
});

test("parts of screens are found by those who may open them", () => {
  expect(findScreens("catalog", "currency")).toEqual([]);
  expect(findScreens("owner", "currency").map(({ title }) => title)).toEqual(["Currency"]);
});
