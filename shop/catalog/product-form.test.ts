import { expect, test } from "vitest";
import { normalizeNewlines } from "../validate.ts";
import { toForm } from "./product-form.ts";

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
};

test("a product is edited as it would be typed, in lines, with nothing where it has no brand", () => {
  expect(toForm(product)).toEqual({
    title: "Tea",
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
    thumbnail: "/t.svg",
    images: "/t.svg\n/u.svg",
  });
  expect(normalizeNewlines("\r\r\n\n")).toBe("\n\n\n");
});
