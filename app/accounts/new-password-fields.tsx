import { useState } from "react";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { isPasswordTooLong, passwordTooLong, passwordTraits } from "#shop/forms/account-fields.ts";
import { PasswordField } from "#ui/fields.tsx";
import { CheckIcon } from "#ui/icons.tsx";
import type { FormFields } from "../forms/use-form.ts";
import { type CommonPasswordQuestion, useCommonPasswordNote } from "./use-common-password.ts";

interface NewPasswordFieldsProps {
  field: FormFields;
  /** Of forms that ask whether a common password is wanted. Others only note it. */
  question?: CommonPasswordQuestion;
  /** Whether the form asks for the current password too. */
  isChange?: boolean;
}

/**
 * A new password and its confirmation. Requirements are ticked off while typing. The inputs have no `maxLength`: browsers would cut a pasted
 * password without a word. A common password is noted below its field, where its line has its place already.
 */
export function NewPasswordFields({ field, question, isChange = false }: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState("");
  const { note, check } = useCommonPasswordNote(typed);
  const { error, ...password } = field("password");
  return (
    <>
      <div>
        <PasswordField
          {...password}
          error={isPasswordTooLong(typed) ? passwordTooLong : error}
          label={isChange ? "New password" : "Password"}
          name="password"
          autoComplete="new-password"
          note={note}
          onBlur={({ currentTarget }) => void check(currentTarget.value)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            question?.withdraw();
          }}
        />
        <ul className="-mt-1 mb-4 grid gap-1 text-sm text-soft">
          {passwordTraits.map(({ label, shape }) => (
            <Trait key={label} label={label} met={shape.test(typed)} />
          ))}
        </ul>
      </div>
      <PasswordField
        {...field("confirmPassword")}
        label={isChange ? "Confirm new password" : "Confirm password"}
        name="confirmPassword"
        autoComplete="new-password"
      />
      {question?.isAsked && (
        <>
          <input type="hidden" name="useAnyway" value="yes" />
          <p role="alert" className="mb-3 rounded-lg border border-berry p-4 text-sm">
            {accountMessage("COMMON_PASSWORD")}
          </p>
        </>
      )}
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
