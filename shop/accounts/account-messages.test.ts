import { expect, test } from "vitest";
import { accountMessage, failureNote } from "./account-messages.ts";

test.each([
  ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "An account with this email already exists."],
  ["USER_ALREADY_EXISTS", "An account with this email already exists."],
  ["PASSWORD_TOO_SHORT", "Password is too weak. Please choose a stronger password."],
  ["EMAIL_PASSWORD_DISABLED", "Email/password accounts are not enabled."],
  ["USER_NOT_FOUND", "Invalid email or password. Please try again."],
  ["INVALID_PASSWORD", "Invalid email or password. Please try again."],
  ["INVALID_EMAIL_OR_PASSWORD", "Invalid email or password. Please try again."],
  ["TOO_MANY_REQUESTS", "Too many failed attempts. Please try again later."],
  ["INVALID_EMAIL", "Invalid email address format."],
  ["FAILED_TO_CREATE_SESSION", "An unexpected error occurred. Please try again."],
  ["", "An unexpected error occurred. Please try again."],
])("the code %s shows %s", (code, message) => {
  expect(accountMessage(code)).toBe(message);
});

test("the note after a wrong password says what to do, and leaves it to the toast what is wrong", () => {
  const note = failureNote({ message: accountMessage("INVALID_EMAIL_OR_PASSWORD") });
  expect(note).toBe("Check your email and password, or reset your password below.");
});

test("after too many attempts, the note says when to try again, if that is known", () => {
  const message = accountMessage("TOO_MANY_REQUESTS");
  expect(failureNote({ message, retryAfter: 3600 })).toBe("You can try again in 60 minutes.");
  expect(failureNote({ message, retryAfter: undefined })).toBe("Please wait before you try again.");
});

test("an unknown passkey is told beside the form too, with the way that is left", () => {
  const message = "This passkey isn't known here. Sign in with your password.";
  expect(accountMessage("UNKNOWN_PASSKEY")).toBe(message);
  expect(failureNote({ message })).toBe(message);
});
