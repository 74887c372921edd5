import * as v from "valibot";
import { type Country, hasPostcodes } from "../values/countries.ts";
import { parseEmail } from "../values/email-address.ts";
import { atMost, cleaned, typedText } from "./form-rules.ts";

/** Field rules and messages, in the order they are checked. Browser and server share them; forms are composed of them. */

/** Characters, unless a field has a limit of its own. */
export const textLimit = 50;
export const zipCodeLength = 4;
/** Characters of a zip code outside Norway. */
export const zipCodeLimit = 12;
export const passwordLengths = { min: 8, max: 20 } as const;
const ages = { min: 18, max: 120 } as const;

const letters = "\\p{L}\\p{M}";
// One or more words of letters (inner . - ' allowed), a space, a number, an optional letter: "St. Olavs gate 12b".
const streetShape = new RegExp(
  `^[${letters}][${letters}.'’-]*( +[${letters}][${letters}.'’-]*)* +\\d+ ?[${letters}]?$`,
  "u",
);
const cityShape = new RegExp(`^[${letters} ]+$`, "u");

/** The requirements that the form ticks off while a new password is typed. */
export const passwordTraits = [
  { label: `${passwordLengths.min} to ${passwordLengths.max} characters`, shape: /^.{8,20}$/su },
  { label: "An uppercase and a lowercase letter", shape: /^(?=.*\p{Lu})(?=.*\p{Ll})/u },
  { label: "A number", shape: /\d/ },
  { label: "A special character, and no spaces", shape: /^(?=.*[^\p{L}\p{M}\d\s])\S*$/u },
] as const;

/** A required text without invisible characters, trimmed. */
export function requiredText(message: string, limit = textLimit) {
  return v.pipe(text(message), cleaned, v.nonEmpty(message), atMost(limit));
}

export const firstname = requiredText("First name is required");
export const lastname = requiredText("Last name is required");

/** How long an invitation to the back office works. */
export const staffInvitationHours = 72;

/** Digits of a code that signs in. */
export const signInCodeLength = 6;
/** For how long it works. */
export const signInCodeMinutes = 10;

/** For how long the second step of a sign-in can be done. */
export const secondStepMinutes = 10;

/** Spaces and dashes are left out. */
const typedCode = v.pipe(
  text("Enter your code"),
  cleaned,
  v.transform((typed) => typed.replace(/[\s-]/g, "")),
  v.nonEmpty("Enter your code"),
);
const sixDigits = /^\d{6}$/;
const notSixDigits = "Enter the 6 digits of your code";

export const signInCode = v.pipe(typedCode, v.regex(sixDigits, notSixDigits));

/** The code of an authenticator app, or a recovery code. */
export const secondStepCode = v.pipe(
  typedCode,
  v.check((code) => sixDigits.test(code) || isRecoveryCode(code), notSixDigits),
);

/** Whether a text has the shape of an authenticator app's code, however it was typed. */
export function isAuthenticatorCode(typed: string) {
  return sixDigits.test(typed.replace(/[\s-]/g, ""));
}

/** A recovery code's letters and digits, however it was typed. Base 32 has no 0. */
export function plainRecoveryCode(typed: string) {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replaceAll("0", "o");
}

/** Whether a text has the shape of a recovery code: 24 letters and digits in base 32. */
export function isRecoveryCode(typed: string) {
  return /^[a-z2-7]{24}$/.test(plainRecoveryCode(typed));
}

export const street = v.pipe(
  requiredText("Street is required"),
  v.regex(streetShape, "Street must contain street name and house number (e.g., Storgata 1)"),
);

export const city = v.pipe(
  requiredText("City is required"),
  v.minLength(2, "City must be at least 2 characters long"),
  v.regex(cityShape, "City can only contain letters and spaces"),
);

export const zipCode = v.pipe(
  text("Zip code is required"),
  cleaned,
  v.nonEmpty("Zip code is required"),
  v.regex(/^\d{4}$/, "Zip code must be exactly 4 digits (e.g., 0123)"),
);

/** @param countries those that the shop delivers to */
export function country(countries: Country[]) {
  return v.pipe(
    text("Country is required"),
    v.nonEmpty("Country is required"),
    v.picklist(
      countries.map(({ name }) => name),
      "Country is required",
    ),
  );
}

/** A street outside Norway. */
export const anyStreet = requiredText("Street is required");

/** Characters of an order's address, with its line breaks. */
export const billingAddressLimit = 200;
export const billingAddress = requiredText("Billing address is required", billingAddressLimit);

/** A city outside Norway. */
export const anyCity = v.pipe(
  requiredText("City is required"),
  v.minLength(2, "City must be at least 2 characters long"),
);

/** A postcode outside Norway; countries without postcodes leave it empty. */
export const anyZipCode = v.pipe(
  text("Zip code is required"),
  cleaned,
  v.nonEmpty("Zip code is required"),
  v.regex(/^[A-Za-z\d][A-Za-z\d -]{0,10}[A-Za-z\d]$/, "Zip code must have 2 to 12 letters and digits"),
);

export const noZipCode = typedText(zipCodeLimit);

/** The rule for the zip codes of a country. @param code its ISO 3166 code */
export function zipCodeIn(code: string | undefined) {
  if (code === "NO") return zipCode;
  return code !== undefined && !hasPostcodes(code) ? noZipCode : anyZipCode;
}

/** An email, with its domain as `parseEmail` writes it. @param invalid the message for malformed addresses */
export function email(invalid: string, required = "Email is required") {
  return v.pipe(
    text(required),
    v.trim(),
    v.nonEmpty(required),
    atMost(textLimit),
    v.check((typed) => parseEmail(typed) !== undefined, invalid),
    v.transform((typed) => parseEmail(typed) ?? typed),
  );
}

const passwordTooShort = `Password must be at least ${passwordLengths.min} characters long`;
export const passwordTooLong = `Password can be at most ${passwordLengths.max} characters long`;

/** For signing in: a longer password than can be chosen is only wrong. */
export const password = v.pipe(
  text("Password is required"),
  v.nonEmpty("Password is required"),
  v.minLength(passwordLengths.min, passwordTooShort),
);

export const newPassword = v.pipe(
  password,
  v.check((typed) => charactersOf(typed) >= passwordLengths.min, passwordTooShort),
  v.check((typed) => !isPasswordTooLong(typed), passwordTooLong),
  v.check(isStrong, "Password must include an uppercase, lowercase, number, and a special character"),
);

export function isPasswordTooLong(password: string) {
  return charactersOf(password) > passwordLengths.max;
}

/** An emoji is one character, though JavaScript counts two. */
function charactersOf(text: string) {
  return Array.from(text).length;
}

export const confirmPassword = v.pipe(text("Confirm password is required"), v.nonEmpty("Confirm password is required"));

/** @param today YYYY-MM-DD */
export function dateOfBirth(today: string) {
  return v.pipe(
    text("Date of birth is required"),
    v.nonEmpty("Date of birth is required"),
    v.isoDate("Please provide a valid date of birth."),
    v.check(isCalendarDate, "Please provide a valid date of birth."),
    v.check((date) => date <= today, "Date of birth cannot be in the future"),
    v.check((date) => ageOn(today, date) >= ages.min, `You must be at least ${ages.min} years old to register.`),
    v.check((date) => ageOn(today, date) <= ages.max, "Please provide a valid date of birth."),
  );
}

function text(message: string) {
  return v.string(message);
}

function isStrong(password: string) {
  const [, ...characters] = passwordTraits;
  return characters.every(({ shape }) => shape.test(password));
}

function isCalendarDate(date: string) {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** Full years between two days (YYYY-MM-DD). Birthdays on February 29 count from March 1 in other years. */
function ageOn(today: string, born: string) {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}
