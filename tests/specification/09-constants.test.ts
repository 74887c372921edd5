import type { GenericSchema } from "valibot";
import { expect, test } from "vitest";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { profileForm, signUpForm } from "#shop/accounts/account-forms.ts";
import { contactForm, messageLimit } from "#shop/contact/contact-form.ts";
import { createOrderNumber } from "#shop/orders/order-number.ts";
import { paymentForm } from "#shop/orders/payment-form.ts";
import { validate } from "#shop/validate.ts";
import { signUpOf } from "../support/customers.ts";

const payment = {
  cardName: "Ada Lovelace",
  paymentMethod: "visa",
  cardNumber: "4242424242424242",
  expiryMonth: "12",
  expiryYear: "2027",
  cvv: "737",
  billingAddress: "Storgata 1",
};

const message = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phoneNumber: "12345678",
  orderNumber: "",
  subject: "A chair",
  message: "Is it oak?",
};

const { email: _, dateOfBirth: __, password: ___, confirmPassword: ____, ...profile } = signUpOf();

test("card number: 16 digits", () => {
  const accepted = acceptedBy(paymentForm(new Date(2026, 5, 15)), payment, "cardNumber");
  expect(["4".repeat(15), "4".repeat(16), "4".repeat(17), "x".repeat(16)].filter(accepted)).toEqual(["4".repeat(16)]);
});

test("CVV: 3 digits", () => {
  const accepted = acceptedBy(paymentForm(new Date(2026, 5, 15)), payment, "cvv");
  expect(["12", "012", "123", "1234", "12a"].filter(accepted)).toEqual(["012", "123"]);
});

test("expiry month: 1 to 12", () => {
  const accepted = acceptedBy(paymentForm(new Date(2026, 5, 15)), payment, "expiryMonth");
  expect(["0", "1", "01", "12", "13", "-1"].filter(accepted)).toEqual(["1", "01", "12"]);
});

test("expiry year: current year to +10", () => {
  const accepted = acceptedBy(paymentForm(new Date(2026, 5, 15)), payment, "expiryYear");
  expect(["2025", "2026", "2036", "2037"].filter(accepted)).toEqual(["2026", "2036"]);
});

test("payment methods: visa, mastercard", () => {
  const accepted = acceptedBy(paymentForm(new Date(2026, 5, 15)), payment, "paymentMethod");
  expect(["visa", "mastercard", "amex", "paypal", ""].filter(accepted)).toEqual(["visa", "mastercard"]);
});

test("contact phone: 8 digits", () => {
  const accepted = acceptedBy(contactForm, message, "phoneNumber");
  expect(["1234567", "12345678", "123456789", "+4712345"].filter(accepted)).toEqual(["12345678"]);
});

test("contact order number: 6 to 12 uppercase letters or digits", () => {
  const accepted = acceptedBy(contactForm, message, "orderNumber");
  const right = ["AB12CD", "ABCDEF123456", "123456"];
  expect([...right, "AB12C", "ABCDEF1234567", "AB-12CD", "ÆØÅÆØÅ"].filter(accepted)).toEqual(right);
});

test("generated order number: 10 characters", () => {
  const numbers = Array.from({ length: 200 }, createOrderNumber);
  expect(numbers.filter((number) => /^[A-Z0-9]{10}$/.test(number))).toHaveLength(200);
  expect(new Set(numbers).size).toBe(200);
});

test("subject: 20 characters", () => {
  const accepted = acceptedBy(contactForm, message, "subject");
  expect([accepted("s".repeat(20)), accepted("s".repeat(21))]).toEqual([true, false]);
});

test("message: 200 characters, validated at 300", () => {
  const accepted = acceptedBy(contactForm, message, "message");
  expect(messageLimit).toBe(200);
  expect([accepted("m".repeat(200)), accepted("m".repeat(299)), accepted("m".repeat(300))]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(["firstname", "lastname", "city"])("text inputs have at most 50 characters: %s", (field) => {
  const accepted = acceptedBy(profileForm, profile, field);
  expect(textLimit).toBe(50);
  expect([accepted("a".repeat(50)), accepted("a".repeat(51))]).toEqual([true, false]);
});

test("street: at most 50 characters", () => {
  const accepted = acceptedBy(profileForm, profile, "street");
  expect([accepted(`${"a".repeat(48)} 1`), accepted(`${"a".repeat(49)} 1`)]).toEqual([true, false]);
});

test("zip: 4 digits", () => {
  const accepted = acceptedBy(profileForm, profile, "zipCode");
  expect(["123", "0123", "12345", "12a4"].filter(accepted)).toEqual(["0123"]);
});

test("password: minimum 8, input length 8 to 20", () => {
  const form = signUpForm("2026-11-20");
  const accepted = (length: number) => {
    const password = `Aa1!${"x".repeat(length - 4)}`;
    return validate(form, signUpOf({ password, confirmPassword: password })).errors === undefined;
  };
  expect([7, 8, 20, 21].filter(accepted)).toEqual([8, 20]);
});

test("adult age: 18; maximum age: 120", () => {
  const accepted = acceptedBy(signUpForm("2026-11-20"), signUpOf(), "dateOfBirth");
  const days = ["2008-11-21", "2008-11-20", "1906-11-20", "1905-11-21", "1905-11-20"];
  expect(days.filter(accepted)).toEqual(["2008-11-20", "1906-11-20", "1905-11-21"]);
});

/** Whether a form is right when one of its fields has a given value. */
function acceptedBy(schema: GenericSchema, form: object, field: string) {
  return (value: string) => validate(schema, { ...form, [field]: value }).errors === undefined;
}
