import { useState } from "react";
import { isPasswordTooLong, passwordTooLong, passwordTraits } from "#shop/forms/account-fields.ts";
import { PasswordField } from "#ui/fields.tsx";
import { CheckIcon } from "#ui/icons.tsx";
import type { FormFields } from "../forms/use-form.ts";

/**
 * A new password and its confirmation. Requirements are ticked off while typing. The inputs have no `maxLength`: browsers would cut a pasted
 * password without a word.
 */
export function NewPasswordFields({ field }: { field: FormFields }) {
  const [typed, setTyped] = useState("");
  const { error, ...password } = field("password");
  return (
    <>
      <div>
        <PasswordField
          {...password}
          error={isPasswordTooLong(typed) ? passwordTooLong : error}
          label="Password"
          name="password"
          autoComplete="new-password"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ul className="-mt-1 mb-4 grid gap-1 text-sm text-soft">
          {passwordTraits.map(({ label, shape }) => (
            <Trait key={label} label={label} met={shape.test(typed)} />
          ))}
        </ul>
      </div>
      <PasswordField
        {...field("confirmPassword")}
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
      />
    </>
  );
}

function Trait({ label, met }: { label: string; met: boolean }) {
  return (
    <li className={`flex items-center gap-2 ${met ? "text-spruce" : ""}`}>
      <span
        className={`grid size-4 shrink-0 place-items-center rounded-full border ${met ? "border-spruce bg-spruce text-on-spruce" : "border-field"}`}
      >
        {met && <CheckIcon className="size-3" />}
      </span>
      {label}
      {met && <span className="sr-only"> (done)</span>}
    </li>
  );
}
