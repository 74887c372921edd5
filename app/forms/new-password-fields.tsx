import { passwordLengths } from "#shop/accounts/account-fields.ts";
import { TextField } from "./fields.tsx";
import type { FormFields } from "./use-form.ts";

/** A password to be chosen, twice. */
export function NewPasswordFields({ field }: { field: FormFields }) {
  return (
    <>
      <TextField
        {...field("password")}
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={passwordLengths.max}
        hint={`${passwordLengths.min} to ${passwordLengths.max} characters`}
      />
      <TextField
        {...field("confirmPassword")}
        label="Confirm password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        maxLength={passwordLengths.max}
      />
    </>
  );
}
