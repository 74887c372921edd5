import { expect, test } from "vitest";
import { RefundTooLargeError } from "#shop/orders/state/order.ts";
import { centsOf } from "./action-fields.server.ts";

const norwegian = { currency: "NOK", locale: "nb" };

test("an amount is read as the shop's locale writes it, and a wrong one is quoted as it was typed", () => {
  expect(centsOf("1.895", norwegian)).toBe(189_500);
  expect(centsOf("10,50", norwegian)).toBe(1050);
  expect(() => centsOf("10,555", norwegian)).toThrow('"10,555" isn\'t a valid amount. Enter an amount such as 12,50.');
  expect(() => centsOf("10.555", { currency: "NOK", locale: "en" })).toThrow('"10.555" isn\'t');
});

test("what can be refunded at most is written in the order's currency and the shop's locale", () => {
  const error = new RefundTooLargeError({ orderNumber: "AB12", currency: "NOK" }, "refund", 320_718);
  expect(error.messageIn("nb")).toBe("You can refund up to kr\u{a0}3\u{a0}207,18 of order AB12");
  expect(error.message).toBe("You can refund up to kr\u{a0}3,207.18 of order AB12");
});
