import * as v from "valibot";
import {
  anyCity,
  anyStreet,
  anyZipCode,
  city,
  confirmPassword,
  country,
  dateOfBirth,
  email,
  firstname,
  lastname,
  newPassword,
  noZipCode,
  password,
  requiredText,
  secondStepCode,
  signInCode,
  street,
  zipCode,
  zipCodeIn,
} from "../forms/account-fields.ts";
import { formWithRules, safeParse } from "../forms/validate.ts";
import { type Country, defaultCountries } from "../values/countries.ts";

const looksWrong = "Please enter a valid email address";

/** The fields of a new password. */
const newPasswordFields = { password: newPassword, confirmPassword };

/**
 * A form with a new password. Whether its confirmation matches is checked also while the password breaks a rule of its own,
 * so that both messages show at once. See docs/specification.md#only-at-sign-up.
 */
function formWithNewPassword<Entries extends v.ObjectEntries & typeof newPasswordFields>(
  form: v.ObjectSchema<Entries, undefined>,
) {
  const matches = v.rawCheck<v.InferOutput<typeof form>>(({ dataset, addIssue }) => {
    const input = Object(dataset.value);
    const { password, confirmPassword } = input;
    if (!password || !confirmPassword || password === confirmPassword) return;
    const path = { type: "object", origin: "value", input, key: "confirmPassword", value: confirmPassword } as const;
    addIssue({ message: "Passwords do not match", path: [path] });
  });
  return formWithRules(form, matches);
}

/** Where to send a sign-in code. */
export const codeRequestForm = v.object({ email: email(looksWrong) });

/** A sign-in code as it was typed or pasted, with the email that it was sent to. */
export const codeForm = v.object({ email: email(looksWrong), code: signInCode });

/** The code of an authenticator app that is being set up. */
export const authenticatorForm = v.object({ code: signInCode });

/** The second step of signing in: the code of an authenticator app, or a recovery code that was pasted in its place. */
export const secondStepForm = v.object({ code: secondStepCode });

/** The same without the authenticator app. */
export const recoveryForm = v.object({ recoveryCode: requiredText("Enter a recovery code") });

export const signInForm = v.object({ email: email(looksWrong), password });

const norwegian = { street, city };
const foreign = { street: anyStreet, city: anyCity };

type GenericZipCode = ReturnType<typeof zipCodeIn>;

/**
 * A form with the customer's address, whose rules are those of its country: Norway's are in docs/specification.md#profile-and-sign-up.
 *
 * @param entries the form's other fields
 */
function withAddress<Entries extends v.ObjectEntries>(entries: Entries, countries: Country[]) {
  const named = (rule: GenericZipCode) => {
    const isNamed = ({ code }: Country) => zipCodeIn(code) === rule;
    return { zipCode: rule, country: country(countries.filter(isNamed)) };
  };
  const inNorway = v.object({ ...entries, ...norwegian, ...named(zipCode) });
  if (countries.every(({ code }) => zipCodeIn(code) === zipCode)) return inNorway;
  const abroad = v.object({ ...entries, ...foreign, ...named(anyZipCode) });
  const options = [inNorway, abroad, v.object({ ...entries, ...foreign, ...named(noZipCode) })];
  // They parse to the same fields; only the rules differ. Without a country the other fields have their messages too, which `v.variant` leaves out.
  const ofCountry = (form: unknown) =>
    options.find(({ entries }) => safeParse(entries.country, Object(form).country).success) ?? abroad;
  return v.lazy(ofCountry) as unknown as typeof inNorway;
}

/** @param today YYYY-MM-DD; age limits depend on it */
export function signUpForm(today: string, countries = defaultCountries) {
  const account = { email: email("Email is invalid"), ...newPasswordFields };
  return formWithNewPassword(
    withAddress({ firstname, lastname, dateOfBirth: dateOfBirth(today), ...account }, countries),
  );
}

export type SignUpForm = v.InferOutput<ReturnType<typeof signUpForm>>;

export function profileForm(countries = defaultCountries) {
  return withAddress({ firstname, lastname }, countries);
}

export type ProfileForm = v.InferOutput<ReturnType<typeof profileForm>>;

/** An address by itself. */
export function addressForm(countries: Country[]) {
  return withAddress({}, countries);
}

export const requestResetForm = v.object({
  email: email(looksWrong, "Email address is required to reset password"),
});

/** The first owner's account. */
export const firstOwnerForm = formWithNewPassword(v.object({ email: email("Email is invalid"), ...newPasswordFields }));

export const newPasswordForm = formWithNewPassword(v.object(newPasswordFields));

/** The account of someone who was invited to the back office. */
export const staffAccountForm = formWithNewPassword(v.object({ firstname, lastname, ...newPasswordFields }));

export type StaffAccountForm = v.InferOutput<typeof staffAccountForm>;

/** Whether it is right, the server says. */
const currentPassword = v.pipe(v.string("Current password is required"), v.nonEmpty("Current password is required"));
const noPassword = v.optional(v.string(), "");

/** @param hasPassword whether there is one to ask for */
export function changeEmailForm(hasPassword: boolean) {
  return v.object({ email: email("Email is invalid"), currentPassword: hasPassword ? currentPassword : noPassword });
}

/** Asks for the password alone. @param hasPassword whether there is one to ask for */
export function confirmForm(hasPassword: boolean) {
  return v.object({ currentPassword: hasPassword ? currentPassword : noPassword });
}

const passkeyName = requiredText("Name is required");

/** A passkey that is to be made. @param hasPassword whether there is one to ask for */
export function newPasskeyForm(hasPassword: boolean) {
  return v.object({ name: passkeyName, currentPassword: hasPassword ? currentPassword : noPassword });
}

/** The name of a passkey. */
export const passkeyNameForm = v.object({ name: passkeyName });

/** @param hasPassword whether there is one to change */
export function changePasswordForm(hasPassword: boolean) {
  return formWithNewPassword(
    v.object({ currentPassword: hasPassword ? currentPassword : noPassword, ...newPasswordFields }),
  );
}
