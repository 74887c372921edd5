import * as v from "valibot";
import {
  city,
  confirmPassword,
  country,
  dateOfBirth,
  email,
  firstname,
  lastname,
  newPassword,
  password,
  street,
  zipCode,
} from "./account-fields.ts";

const looksWrong = "Please enter a valid email address";

interface PasswordTwice {
  password: string;
  confirmPassword: string;
}

function matches({ password, confirmPassword }: PasswordTwice) {
  return password === confirmPassword;
}

const mismatch = "Passwords do not match";

export const signInForm = v.object({ email: email(looksWrong), password });

/** @param today YYYY-MM-DD; age limits depend on it */
export function signUpForm(today: string) {
  return v.pipe(
    v.object({
      firstname,
      lastname,
      dateOfBirth: dateOfBirth(today),
      street,
      city,
      zipCode,
      country,
      email: email("Email is invalid"),
      password: newPassword,
      confirmPassword,
    }),
    v.forward(v.partialCheck([["password"], ["confirmPassword"]], matches, mismatch), ["confirmPassword"]),
  );
}

export type SignUpForm = v.InferOutput<ReturnType<typeof signUpForm>>;

export const profileForm = v.object({ firstname, lastname, street, city, zipCode, country });

export type ProfileForm = v.InferOutput<typeof profileForm>;

export const requestResetForm = v.object({
  email: email(looksWrong, "Email address is required to reset password"),
});

export const newPasswordForm = v.pipe(
  v.object({ password: newPassword, confirmPassword }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], matches, mismatch), ["confirmPassword"]),
);
