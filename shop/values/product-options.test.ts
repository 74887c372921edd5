import { expect, test } from "vitest";
import { fullTitle, optionsText, readOptions, variantText } from "./product-options.ts";

const options = { Size: "M", Colour: "Blue" };

test("options read in their own order, each with its name", () => {
  expect(optionsText(readOptions('{"Size":"M","Colour":"Blue"}'))).toBe("Size: M · Colour: Blue");
  expect(fullTitle({ title: "Soft tee", options })).toBe("Soft tee (Size: M · Colour: Blue)");
});

test("staff also read the SKU", () => {
  expect(variantText({ options, sku: "TEE-M" })).toBe("Size: M · Colour: Blue · SKU TEE-M");
  expect(variantText({ options: null, sku: "TEE-M" })).toBe("SKU TEE-M");
});

test.for([null, "{}"])("a product without options (%j) is its title alone", (column) => {
  const none = readOptions(column);
  expect(none).toBeNull();
  expect([fullTitle({ title: "Soft tee", options: none }), variantText({ options: none, sku: null })]).toEqual([
    "Soft tee",
    "",
  ]);
});
