import { expect, test } from "vitest";
import { validate } from "../forms/validate.ts";
import { defaultCountries } from "../values/countries.ts";
import { newPasswordForm, profileForm, requestResetForm, signInForm, signUpForm } from "./account-forms.ts";

const today = "2026-11-20";
const ada = {
  firstname: "Ada",
  lastname: "Lovelace",
  dateOfBirth: "1990-12-10",
  street: "Storgata 1",
  city: "Oslo",
  zipCode: "0155",
  country: "Norway",
  email: "ada@example.com",
  password: "Abcdef1!",
  confirmPassword: "Abcdef1!",
};

test("a valid sign-up is accepted and trimmed", () => {
  const typed = { ...ada, firstname: " Ada ", street: "Storgata 1 ", email: " ada@example.com" };
  expect(validate(signUpForm(today), typed)).toEqual({ values: ada });
});

test.each([
  ["empty", Object.fromEntries(Object.keys(ada).map((field) => [field, ""]))],
  ["missing", {}],
])("a sign-up whose fields are all %s requires each of them", (_, values) => {
  expect(validate(signUpForm(today), values).errors).toEqual({
    firstname: "First name is required",
    lastname: "Last name is required",
    dateOfBirth: "Date of birth is required",
    street: "Street is required",
    city: "City is required",
    zipCode: "Zip code is required",
    country: "Country is required",
    email: "Email is required",
    password: "Password is required",
    confirmPassword: "Confirm password is required",
  });
});

test("a mismatch is reported at the confirmation", () => {
  const values = { ...ada, confirmPassword: "Abcdef1?" };
  expect(validate(signUpForm(today), values).errors).toEqual({ confirmPassword: "Passwords do not match" });
});

test("a mismatch is reported together with other errors", () => {
  const values = { ...ada, city: "", confirmPassword: "Abcdef1?" };
  expect(validate(signUpForm(today), values).errors).toEqual({
    city: "City is required",
    confirmPassword: "Passwords do not match",
  });
});

test("a mismatch is reported together with missing fields other than passwords", () => {
  const errorsOf = (unsent: keyof typeof ada) => {
    const values = { ...ada, confirmPassword: "Abcdef1?", [unsent]: undefined };
    return validate(signUpForm(today), values).errors;
  };
  const confirmPassword = "Passwords do not match";
  expect(errorsOf("city")).toEqual({ city: "City is required", confirmPassword });
  expect(errorsOf("password")).toEqual({ password: "Password is required" });
});

test("in a shop with several countries, a form without one has the same messages as others, in turn", () => {
  const countries = [...defaultCountries, { code: "SE", name: "Sweden" }];
  const inTurn = (form: object) => Object.entries(validate(signUpForm(today, countries), form).errors ?? {});
  expect(inTurn({})).toEqual(Object.entries(validate(signUpForm(today), {}).errors ?? {}));
  expect(inTurn({ ...ada, country: "Peru", city: "", confirmPassword: "Abcdef1?" })).toEqual([
    ["city", "City is required"],
    ["country", "Country is required"],
    ["confirmPassword", "Passwords do not match"],
  ]);
});

test("a mismatch is reported together with a weak password", () => {
  const values = { ...ada, password: "abcdefgh", confirmPassword: "Abcdef1!" };
  const errors = {
    password: "Password must include an uppercase, lowercase, number, and a special character",
    confirmPassword: "Passwords do not match",
  };
  expect(validate(signUpForm(today), values).errors).toEqual(errors);
  expect(validate(newPasswordForm, { password: "short", confirmPassword: "Abcdef1!" }).errors).toEqual({
    password: "Password must be at least 8 characters long",
    confirmPassword: "Passwords do not match",
  });
  const elsewhere = [...defaultCountries, { code: "SE", name: "Sweden" }];
  expect(validate(signUpForm(today, elsewhere), values).errors).toEqual(errors);
});

test("a weak password with a matching confirmation has one error", () => {
  const values = { ...ada, password: "abcdefgh", confirmPassword: "abcdefgh" };
  expect(validate(signUpForm(today), values).errors).toEqual({
    password: "Password must include an uppercase, lowercase, number, and a special character",
  });
});

test("the sign-up form's email has its own messages and limit", () => {
  const errorsOf = (email: string) => validate(signUpForm(today), { ...ada, email }).errors;
  expect(errorsOf("ada")).toEqual({ email: "Email is invalid" });
  expect(errorsOf(`${"x".repeat(38)}@example.com`)).toBeUndefined();
  expect(errorsOf(`${"x".repeat(39)}@example.com`)).toEqual({ email: "Use at most 50 characters" });
});

test("a sign-up's age is that of today", () => {
  const values = { ...ada, dateOfBirth: "2008-11-21" };
  expect(validate(signUpForm("2026-11-20"), values).errors).toEqual({
    dateOfBirth: "You must be at least 18 years old to register.",
  });
  expect(validate(signUpForm("2026-11-21"), values).errors).toBeUndefined();
});

// Security: 5.1.2
test("unknown fields of a sign-up are dropped", () => {
  expect(validate(signUpForm(today), { ...ada, emailVerified: "true", uid: "1" })).toEqual({ values: ada });
});

test.each([
  ["", "", { email: "Email is required", password: "Password is required" }],
  [
    "ada",
    "1234567",
    { email: "Please enter a valid email address", password: "Password must be at least 8 characters long" },
  ],
  ["ada@example.com", "", { password: "Password is required" }],
  ["ada@example.com", "12345678", undefined],
])("a sign-in with %j and %j", (email, password, errors) => {
  expect(validate(signInForm, { email, password }).errors).toEqual(errors);
});

// Security: 5.1.2
test("a profile has only the fields that customers can change", () => {
  const { firstname, lastname, street, city, zipCode, country } = ada;
  const profile = { firstname, lastname, street, city, zipCode, country };
  expect(validate(profileForm(), { ...ada, uid: "1", profilePicture: "/x.webp" })).toEqual({ values: profile });
  expect(validate(profileForm(), {}).errors).toEqual({
    firstname: "First name is required",
    lastname: "Last name is required",
    street: "Street is required",
    city: "City is required",
    zipCode: "Zip code is required",
    country: "Country is required",
  });
});

test.each([
  ["", "Email address is required to reset password"],
  [" ", "Email address is required to reset password"],
  ["ada@", "Please enter a valid email address"],
  ["ada@example.com", undefined],
])("a password reset for %j", (email, message) => {
  expect(validate(requestResetForm, { email }).errors?.email).toBe(message);
});

test("a new password follows the rules of sign-up", () => {
  const errorsOf = (password: string, confirmPassword: string) =>
    validate(newPasswordForm, { password, confirmPassword }).errors;
  expect(errorsOf("Abcdef1!", "Abcdef1!")).toBeUndefined();
  expect(errorsOf("Abcdef1!", "Abcdef1?")).toEqual({ confirmPassword: "Passwords do not match" });
  expect(errorsOf("Abcdef1!", "")).toEqual({ confirmPassword: "Confirm password is required" });
  expect(validate(newPasswordForm, { confirmPassword: "Abcdef1!" }).errors).toEqual({
    password: "Password is required",
  });
  expect(errorsOf("abcdefgh", "")).toEqual({
    password: "Password must include an uppercase, lowercase, number, and a special character",
    confirmPassword: "Confirm password is required",
  });
});
