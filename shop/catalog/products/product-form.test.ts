import { expect, test } from "vitest";
import { normalizeNewlines } from "../../forms/validate.ts";
import { fromForm, toForm } from "./product-form.ts";

const product = {
  ...{
    id: "tea",
    title: "Tea",
    description: "One\r\ntwo\rthree\nfour",
    priceCents: 950,
    rating: 4,
    thumbnail: "/t.svg",
  },
  ...{ images: ["/t.svg", "/u.svg"], brand: null, category: "drinks", tags: ["a", "b"], stock: 3 },
  ...{ discountPercentage: 12.5, minimumOrderQuantity: 1, availabilityStatus: "Low Stock" as const },
  ...{ group: "Teas", options: { Size: "L", Colour: "Green" }, weightGrams: 0.5, imageAlts: ["", "From behind"] },
};

test("a product is edited as it would be typed, in lines, with nothing where it has no brand", () => {
  expect(toForm(product, "USD")).toEqual({
    title: "Tea",
    address: "",
    description: "One\ntwo\nthree\nfour",
    price: "9.50",
    stock: "3",
    brand: "",
    category: "drinks",
    tags: "a, b",
    discount: "12.5",
    minimumOrder: "1",
    vatRate: "",
    compareAtPrice: "",
    ...{ group: "Teas", options: "Size: L\nColour: Green", sku: "", gtin: "", weightGrams: "0.5" },
    ...{ contentAmount: "", contentUnit: "", seoTitle: "", seoDescription: "", imageAlts: "\nFrom behind" },
    ...{ publishAt: "", unpublishAt: "", manufacturer: "", manufacturerAddress: "", manufacturerContact: "" },
    ...{ responsiblePerson: "", safetyWarnings: "" },
    thumbnail: "/t.svg",
    images: "/t.svg\n/u.svg",
  });
  expect(normalizeNewlines("\r\r\n\n")).toBe("\n\n\n");
});

test("a product's numbers are read as its owner's country writes them", () => {
  const typed = { price: "1 299,50", compareAtPrice: "1.499,00 kr", discount: "12,5 %", minimumOrder: "1 000" };
  expect(fromForm(product, typed, "USD").product).toMatchObject({
    ...{ priceCents: 129_950, compareAtCents: 149_900, discountPercentage: 12.5, minimumOrderQuantity: 1000 },
  });
});

test.each(["Size: M\nColour: Light: blue", '{"Size":"M","Colour":"Light: blue"}'])(
  "options are typed as %j",
  (options) => {
    expect(fromForm(product, { options }, "USD").product?.options).toEqual({ Size: "M", Colour: "Light: blue" });
  },
);

test("an option without a name is refused", () => {
  const { errors } = fromForm(product, { options: "M" }, "USD");
  expect(errors).toEqual({ options: "Options must have a name for each value" });
});

test("a number that could be two is refused", () => {
  expect(fromForm(product, { price: "1.000", compareAtPrice: "1,299", minimumOrder: "1.000" }, "USD").errors).toEqual({
    price: "Price must be a number such as 12.50",
    compareAtPrice: expect.stringMatching(/^Compare-at price must be/),
    minimumOrder: expect.stringMatching(/^Minimum quantity must be/),
  });
});
