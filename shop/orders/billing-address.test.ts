import { expect, test } from "vitest";
import { billingAddressOf } from "./billing-address.ts";

test("a customer's address stands on one line, without commas for what they left empty", () => {
  const ada = { street: "Storgata 1", zipCode: "0155", city: "Oslo", country: "Norway" };
  expect(billingAddressOf(ada)).toBe("Storgata 1, 0155 Oslo, Norway");
  expect(billingAddressOf({ ...ada, zipCode: "" })).toBe("Storgata 1, Oslo, Norway");
  expect(billingAddressOf({ ...ada, street: "", zipCode: "", city: "" })).toBe("Norway");
});
