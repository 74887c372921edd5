import * as v from "valibot";
import { expect, test } from "vitest";
import { confirmPassword, dateOfBirth, newPassword, password } from "../forms/account-fields.ts";
import { validate } from "../forms/validate.ts";

function messageFor(field: v.GenericSchema, value: unknown) {
  return validate(v.object({ field }), { field: value }).errors?.field;
}

const tooShort = "Password must be at least 8 characters long";
const tooWeak = "Password must include an uppercase, lowercase, number, and a special character";

test.each(["", undefined, null])("the password %j is required, for sign-in and sign-up", (value) => {
  expect(messageFor(password, value)).toBe("Password is required");
  expect(messageFor(newPassword, value)).toBe("Password is required");
  expect(messageFor(confirmPassword, value)).toBe("Confirm password is required");
});

test("a password for sign-in needs any 8 characters", () => {
  expect(messageFor(password, "1234567")).toBe(tooShort);
  expect(messageFor(password, "12345678")).toBeUndefined();
  expect(messageFor(password, "x".repeat(100))).toBeUndefined();
});

// Security: 2.1.4
test.each(["Abcdef1!", "aB3$aB3$", "Ærlig5år!", "Passord1_", "P@ssw0rd-with-20-cha", "Abcde1~€"])(
  "the password %s can be chosen",
  (value) => {
    expect(messageFor(newPassword, value)).toBeUndefined();
  },
);

// Security: 2.1.1
test.each(["A1!bcde", "a", "       "])("the new password %j is too short", (value) => {
  expect(messageFor(newPassword, value)).toBe(tooShort);
});

// Security: 2.1.9
test.each([
  ["no uppercase letter", "abcdef1!"],
  ["no lowercase letter", "ABCDEF1!"],
  ["no digit", "Abcdefg!"],
  ["no special character", "Abcdefg1"],
  ["a digit and only Norwegian letters", "Æblåbær1"],
  ["a space within", "Abcd ef1!"],
  ["a space at its end", "Abcdef1! "],
  ["a space at its beginning", " Abcdef1!"],
  ["a tab", "Abcd\tef1!"],
  ["nothing but spaces", "        "],
])("a new password with %s is too weak", (_, value) => {
  expect(messageFor(newPassword, value)).toBe(tooWeak);
});

// Security: 2.1.2, 2.1.3
test("a new password has at most 20 characters", () => {
  expect(messageFor(newPassword, "Abcdef1!Abcdef1!Abcd")).toBeUndefined();
  for (const long of ["Abcdef1!Abcdef1!Abcde", "correct horse battery staple", "a".repeat(500_000)])
    expect(messageFor(newPassword, long)).toBe("Password can be at most 20 characters long");
});

test("an emoji in a new password is one character", () => {
  expect(messageFor(newPassword, `Abcdef1!${"🔑".repeat(12)}`)).toBeUndefined();
  expect(messageFor(newPassword, `Abcdef1!${"🔑".repeat(13)}`)).toBe("Password can be at most 20 characters long");
  expect(messageFor(newPassword, "Ab1!🔑🔑🔑")).toBe(tooShort);
});

const required = "Date of birth is required";
const inTheFuture = "Date of birth cannot be in the future";
const tooYoung = "You must be at least 18 years old to register.";
const notValid = "Please provide a valid date of birth.";

test.each([
  ["nothing", "", required],
  ["tomorrow", "2026-11-21", inTheFuture],
  ["next year", "2027-01-01", inTheFuture],
  ["today", "2026-11-20", tooYoung],
  ["18 years ago tomorrow", "2008-11-21", tooYoung],
  ["18 years ago, next month", "2008-12-01", tooYoung],
  ["18 years ago today", "2008-11-20", undefined],
  ["18 years ago yesterday", "2008-11-19", undefined],
  ["50 years ago", "1976-05-17", undefined],
  ["120 years ago today", "1906-11-20", undefined],
  ["121 years ago tomorrow", "1905-11-21", undefined],
  ["121 years ago today", "1905-11-20", notValid],
  ["the year 1", "0001-01-01", notValid],
])("born %s (%s)", (_, date, message) => {
  expect(messageFor(dateOfBirth("2026-11-20"), date)).toBe(message);
});

test.each([
  ["2026-02-28", "2008-02-29", tooYoung],
  ["2026-03-01", "2008-02-29", undefined],
  ["2028-02-28", "2010-02-28", undefined],
  ["2028-02-29", "2010-03-01", tooYoung],
  ["2028-02-29", "2010-02-28", undefined],
])("on %s, a customer born on %s", (today, date, message) => {
  expect(messageFor(dateOfBirth(today), date)).toBe(message);
});

test.each([undefined, null])("the date of birth %j is required", (value) => {
  expect(messageFor(dateOfBirth("2026-11-20"), value)).toBe(required);
});

test.each([
  "2005-02-29",
  "2004-02-30",
  "2005-04-31",
  "2005-13-01",
  "2005-00-10",
  "2005-01-00",
  "20-11-2005",
  "2005-1-1",
  "11/20/2005",
  "2005-11-20T00:00",
  "yesterday",
])("%s isn't a day", (date) => {
  expect(messageFor(dateOfBirth("2026-11-20"), date)).toBe(notValid);
});
