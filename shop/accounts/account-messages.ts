export const networkMessage = "Network error. Please check your connection.";
export const unavailableMessage = "We can't reach the shop right now. Nothing is lost. Please try again in a moment.";
const unknownPasskey = "This passkey isn't known here. Sign in with your password.";
const wrongPasskey = "This passkey doesn't work here. Sign in with your password.";
const otherMessage = "An unexpected error occurred. Please try again.";

/** By error code: the accounts library's and ours (`AccountError`). */
const messages: Record<string, string> = {
  USER_ALREADY_EXISTS: "An account with this email already exists.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "An account with this email already exists.",
  PASSWORD_TOO_SHORT: "Password is too weak. Please choose a stronger password.",
  EMAIL_PASSWORD_DISABLED: "Email/password accounts are not enabled.",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "Email/password accounts are not enabled.",
  INVALID_EMAIL_OR_PASSWORD: "Invalid email or password. Please try again.",
  USER_NOT_FOUND: "Invalid email or password. Please try again.",
  INVALID_PASSWORD: "Invalid email or password. Please try again.",
  PASSWORD_TOO_WEAK: "Password is too weak. Please choose a stronger password.",
  USER_DISABLED: "This account has been temporarily disabled.",
  TOO_MANY_REQUESTS: "Too many failed attempts. Please try again later.",
  INVALID_TOKEN: "This link has expired. Request a new one on the sign-in page.",
  INVITATION_EXPIRED: "This invitation has expired, or was used or replaced. Ask the shop's owner for a new one.",
  INVALID_CODE: "This code is wrong or has expired. Check it, or send a new one.",
  WRONG_AUTHENTICATOR_CODE: "This code is wrong, or was used before. Enter the newest one",
  WRONG_RECOVERY_CODE: "This recovery code is wrong, or was used before",
  SIGN_IN_ENDED: "Your sign-in took too long, or had too many wrong codes. Sign in again.",
  SET_UP_EXPIRED: "Setting up took too long. Start again.",
  EMAIL_NOT_VERIFIED: "Verify your email first.",
  HAS_AUTHENTICATOR: "Two-step verification is on already.",
  NO_AUTHENTICATOR: "Two-step verification is off.",
  WRONG_PASSWORD: "This isn't your current password",
  UNKNOWN_PASSKEY: unknownPasskey,
  WRONG_PASSKEY: wrongPasskey,
  TOO_MANY_PASSKEYS: "You have 20 passkeys. Delete one that you don't use any more.",
  SAME_PASSWORD: "Choose a password you don't use now",
  COMMON_PASSWORD: "This is one of the passwords that attackers try first. Choose another one, or use it anyway.",
  HAS_ROLE: "You work for this shop. Ask an owner to remove your role first.",
  SAME_EMAIL: "This is your current email",
  SIGN_IN_AGAIN: "You signed in more than 30 minutes ago. Sign out and in again to do this.",
  INVALID_EMAIL: "Invalid email address format.",
};

export function accountMessage(code: string) {
  return messages[code] ?? otherMessage;
}

const failures: Record<string, string> = { network: networkMessage, unavailable: unavailableMessage };

/** The message for a form that failed as a whole; undefined if it didn't. */
export function failureMessage(answer: object | undefined) {
  if (!answer) return undefined;
  if ("message" in answer) return String(answer.message);
  if ("failure" in answer) return failures[String(answer.failure)] ?? otherMessage;
  return undefined;
}

const otherNote =
  "That didn't work. What you entered is still here. Try again, or contact us if the problem continues.";

/** Next steps by message. They stay in the form after the toast with the message is gone. */
const notes: Record<string, string> = {
  [networkMessage]: "We didn't get a response. What you entered is still here. Check your connection and try again.",
  [unavailableMessage]: "What you entered is still here. Please try again in a moment.",
  "An account with this email already exists.":
    "You may already have an account. Sign in instead, or use a different email.",
  "Invalid email or password. Please try again.": "Check your email and password, or reset your password below.",
  "This account has been temporarily disabled.": "Contact us if you think this is a mistake.",
  [unknownPasskey]: unknownPasskey,
  [wrongPasskey]: wrongPasskey,
};

/** The next step after a form failed as a whole; undefined if it didn't. */
export function failureNote(answer: object | undefined) {
  const message = failureMessage(answer);
  if (message === accountMessage("TOO_MANY_REQUESTS")) return waitNote(answer);
  return message && (notes[message] ?? otherNote);
}

/** @param answer with `retryAfter` in seconds, if it is known */
function waitNote(answer: object | undefined) {
  const seconds = answer && "retryAfter" in answer ? Number(answer.retryAfter) : 0;
  return seconds > 0 ? `You can try again in ${Math.ceil(seconds / 60)} minutes.` : "Please wait before you try again.";
}
