import { expect, test } from "vitest";
import { validate } from "../forms/validate.ts";
import { contactForm } from "./contact-form.ts";

const filledIn = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phoneNumber: "12345678",
  orderNumber: "ABC123DEF4",
  subject: "A question",
  message: "Is the tea strong?",
};

const orderNumberMessage = "Order number must be 6-12 characters (letters and numbers)";
const phoneMessage = "Phone number must be exactly 8 digits";
const emailMessage = "Please enter a valid email address";

test("a valid form is accepted and trimmed", () => {
  const typed = Object.fromEntries(Object.entries(filledIn).map(([field, text]) => [field, ` ${text} `]));
  expect(validate(contactForm, typed)).toEqual({ values: filledIn });
});

test.each(["", "  "])("a form whose fields are all %j requires each except the order number", (text) => {
  const typed = Object.fromEntries(Object.keys(filledIn).map((field) => [field, text]));
  expect(validate(contactForm, typed).errors).toEqual({
    firstName: "First name is required",
    lastName: "Last name is required",
    email: "Email is required",
    phoneNumber: "Phone number is required",
    subject: "Subject is required",
    message: "Message is required",
  });
});

test.each([
  ["firstName", "x".repeat(51), "Use at most 50 characters"],
  ["email", `${"x".repeat(39)}@example.com`, "Use at most 50 characters"],
  ["email", "ada", emailMessage],
  ["email", "ada@example.", emailMessage],
  ["email", "ada@exa mple.com", emailMessage],
  ["phoneNumber", "1234567", phoneMessage],
  ["phoneNumber", "123456789", phoneMessage],
  ["phoneNumber", "1234 567", phoneMessage],
  ["phoneNumber", "+4712345", phoneMessage],
  ["phoneNumber", "--------", phoneMessage],
  ["orderNumber", "ABC12", orderNumberMessage],
  ["orderNumber", "ABC123DEF456G", orderNumberMessage],
  ["orderNumber", "ABC-123", orderNumberMessage],
  ["orderNumber", "ÆØÅ1234", orderNumberMessage],
  ["subject", "x".repeat(21), "Use at most 20 characters"],
  ["message", "x".repeat(300), "Maximum characters allowed is 300"],
])("the field %s rejects %j", (field, typed, message) => {
  expect(validate(contactForm, { ...filledIn, [field]: typed }).errors).toEqual({ [field]: message });
});

test("the order number need not be sent at all; one that isn't a text is none", () => {
  const { orderNumber: _, ...others } = filledIn;
  expect(validate(contactForm, others)).toEqual({ values: { ...others, orderNumber: null } });
  expect(validate(contactForm, { ...filledIn, orderNumber: 7 }).errors).toEqual({ orderNumber: orderNumberMessage });
});

test.each(["12 34 56 78", "123-45-678", "12\u00a0345\u00a0678"])(
  "the phone number %j counts by its digits",
  (typed) => {
    expect(validate(contactForm, { ...filledIn, phoneNumber: typed }).values?.phoneNumber).toBe("12345678");
  },
);

test.each([
  ["", null],
  ["  ", null],
  ["abc123", "ABC123"],
  [" abc123def456 ", "ABC123DEF456"],
])("the order number %j is saved as %j", (typed, kept) => {
  expect(validate(contactForm, { ...filledIn, orderNumber: typed }).values?.orderNumber).toBe(kept);
});

test("a message of 299 characters is saved whole, without surrounding spaces", () => {
  const message = "x".repeat(299);
  expect(validate(contactForm, { ...filledIn, message: `  ${message}  ` }).values?.message).toBe(message);
});
