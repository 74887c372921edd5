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
  textLimit,
  zipCode,
} from "./account-fields.ts";

const looksWrong = "Please enter a valid email address";

export const signInForm = v.object({ email: email(looksWrong), password });

/** @param today YYYY-MM-DD, for the rules of age */
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
      email: email("Email is invalid", undefined, textLimit),
      password: newPassword,
      confirmPassword,
    }),
    v.forward(
      v.partialCheck(
        [["password"], ["confirmPassword"]],
        (form) => form.confirmPassword === form.password,
        "Passwords do not match",
      ),
      ["confirmPassword"],
    ),
  );
}

export type SignUpForm = v.InferOutput<ReturnType<typeof signUpForm>>;
