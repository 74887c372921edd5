/** What a shopper reads when the network was down. */
export const networkMessage = "Network error. Please check your connection.";
/** What a shopper reads when the shop's database can't be used for now. */
export const unavailableMessage = "The shop can't be reached right now. Nothing is lost; please try again in a moment.";
const anythingElse = "An unexpected error occurred. Please try again.";

/** What people read for each error code of the accounts library. */
const messages: Record<string, string> = {
  USER_ALREADY_EXISTS: "An account with this email already exists.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "An account with this email already exists.",
  PASSWORD_TOO_SHORT: "Password is too weak. Please choose a stronger password.",
  PASSWORD_TOO_LONG: "Password is too weak. Please choose a stronger password.",
  EMAIL_PASSWORD_DISABLED: "Email/password accounts are not enabled.",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "Email/password accounts are not enabled.",
  INVALID_EMAIL_OR_PASSWORD: "Invalid email or password. Please try again.",
  USER_NOT_FOUND: "Invalid email or password. Please try again.",
  INVALID_PASSWORD: "Invalid email or password. Please try again.",
  PASSWORD_TOO_WEAK: "Password is too weak. Please choose a stronger password.",
  USER_DISABLED: "This account has been temporarily disabled.",
  TOO_MANY_REQUESTS: "Too many failed attempts. Please try again later.",
  INVALID_TOKEN: "This link is no longer good. Ask for a new one on the sign-in page.",
  INVALID_EMAIL: "Invalid email address format.",
};

/** What a shopper reads when an account's request failed. */
export function accountMessage(code: string) {
  return messages[code] ?? anythingElse;
}

const failures: Record<string, string> = { network: networkMessage, unavailable: unavailableMessage };

/** The message of a form's answer that failed as a whole; undefined for one that didn't. */
export function failureMessage(answer: object | undefined) {
  if (!answer) return undefined;
  if ("message" in answer) return String(answer.message);
  if ("failure" in answer) return failures[String(answer.failure)] ?? anythingElse;
  return undefined;
}

const anyNote = "This did not work. What you typed is still here: press again, or write to us if this stays.";

/** What a shopper can do about a message, in words that stay where the message itself goes. */
const notes: Record<string, string> = {
  [networkMessage]: "No answer came. What you typed is still here: look whether you are online, and press again.",
  [unavailableMessage]: "What you typed is still here. Press again in a moment.",
  "An account with this email already exists.": "You may have signed up before: sign in instead, or use another email.",
  "Invalid email or password. Please try again.":
    "That email and that password don't belong together. Look at both, or reset the password below.",
  "This account has been temporarily disabled.": "Write to us if you think that is a mistake.",
  "Too many failed attempts. Please try again later.": "Wait a quarter of an hour before you press again.",
};

/** What a shopper can do about a form that failed as a whole; undefined for one that didn't. */
export function failureNote(answer: object | undefined) {
  const message = failureMessage(answer);
  return message && (notes[message] ?? anyNote);
}
