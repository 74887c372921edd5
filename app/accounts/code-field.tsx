import type { InputEvent } from "react";
import { isRecoveryCode, signInCodeLength } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import { keepDigits } from "#ui/mask-input.ts";
import type { FormFields } from "../forms/use-form.ts";

interface CodeFieldProps {
  field: FormFields;
  hint: string;
  busy: boolean;
  /** Whether a recovery code may be pasted in place of the digits. */
  takesRecoveryCode?: boolean;
  /** The form's id, where the field isn't in it. */
  form?: string;
  size?: number;
  className?: string;
}

const onlyDigits = keepDigits(signInCodeLength);

/** The six digits of an emailed code or an authenticator app. The last one sends the form. */
export function CodeField({ field, busy, takesRecoveryCode = false, ...input }: CodeFieldProps) {
  const isRecovery = (typed: string) => takesRecoveryCode && isRecoveryCode(typed);

  function sendWhole({ currentTarget: { form, value } }: InputEvent<HTMLInputElement>) {
    const isWhole = value.length === signInCodeLength || isRecovery(value);
    if (isWhole && !busy) form?.requestSubmit();
  }

  return (
    <TextField
      {...field("code")}
      {...input}
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      keep={(typed) => (isRecovery(typed) ? typed.trim() : onlyDigits(typed))}
      onInput={sendWhole}
    />
  );
}
