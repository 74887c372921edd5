import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { GenericSchema } from "valibot";
import { confirmForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import type { AuthenticatorSetUp } from "#shop/accounts/change-second-factor.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { PasswordField } from "#ui/fields.tsx";
import { ChevronIcon } from "#ui/icons.tsx";
import { FailureNote } from "../forms/failure-note.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { type FormFields, useForm } from "../forms/use-form.ts";

/** What the forms of `/account` do. */
export type AccountAct =
  | "email"
  | "cancelEmail"
  | "password"
  | "beginSecondFactor"
  | "confirmSecondFactor"
  | "recoveryCodes"
  | "endSecondFactor"
  | "download"
  | "delete"
  | "endSession"
  | "endOtherSessions"
  | "addPasskey"
  | "savePasskey"
  | "renamePasskey"
  | "deletePasskey";

/** How a form of `/account` is answered. */
export interface AccountAnswer {
  act: AccountAct;
  errors?: FieldErrors | undefined;
  typed?: Record<string, string> | undefined;
  /** Why it was refused as a whole. */
  message?: string | undefined;
  /** Whether it asks about a common password. */
  isCommon?: boolean | undefined;
  /** What it did. */
  done?: string | undefined;
  /** The passkey that the form was about. */
  passkey?: string | undefined;
  /** What the browser needs to make a passkey, as JSON. */
  creation?: string | undefined;
  /** Opens the files of a download. */
  token?: string | undefined;
  /** The authenticator app that is being set up. */
  setUp?: AuthenticatorSetUp | undefined;
  /** New ones, for the only time that they can be read. */
  recoveryCodes?: string[] | undefined;
}

interface SectionProps {
  /** Its address on the page. */
  id: string;
  title: string;
  /** Of its own forms. */
  answer: AccountAnswer | undefined;
  children: ReactNode;
}

/** A part of `/account`. Without scripts, its address shows what became of its form. */
export function Section({ id, title, answer, children }: SectionProps) {
  const problem = failureMessage(answer);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24 border-t border-line py-8">
      <h2 id={`${id}-title`} className="mb-4 text-2xl">
        {title}
      </h2>
      {answer?.done && (
        <p role="status" className="mb-4 font-medium text-spruce">
          {answer.done}
        </p>
      )}
      {problem && (
        <noscript>
          <p role="alert" className="mb-4 text-berry">
            {problem}
          </p>
        </noscript>
      )}
      {children}
      <FailureNote answer={answer} className="mt-4 mb-0" />
    </section>
  );
}

/** The form of an act on `/account`: validated while typing, busy while it is sent, and empty once it is done. @param last the act that ends what it begins */
export function useSectionForm(act: AccountAct, schema: GenericSchema, answer: AccountAnswer | undefined, last = act) {
  const navigation = useNavigation();
  const own = answer?.act === act ? answer : undefined;
  const id = `account-${act}`;
  const form = useForm({ id, schema, answer: own });
  const done = answer?.act === last && answer.done ? answer : undefined;
  useEffect(() => {
    if (done) (document.getElementById(id) as HTMLFormElement | null)?.reset();
  }, [done, id]);
  return { ...form, busy: navigation.formData?.get("act") === act };
}

/** Asks for the password again, where there is one. */
export function CurrentPassword({ field, hasPassword }: { field: FormFields; hasPassword: boolean }) {
  if (!hasPassword) return null;
  return (
    <PasswordField
      {...field("currentPassword")}
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
    />
  );
}

interface FoldProps {
  label: string;
  /** What its form does. */
  acts: AccountAct[];
  /** An error opens it, and it closes once the form has done what it is for. */
  answer: AccountAnswer | undefined;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Keeps a form out of sight until it is wanted, so that the page doesn't ask for the password all over. See docs/decisions/0358. */
export function Fold({ label, acts, answer, isOpen = false, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const own = answer && acts.includes(answer.act) ? answer : undefined;
  const done = own?.done ? own : undefined;
  // Before the browser takes the focus from what is no longer shown.
  useLayoutEffect(() => {
    const { current } = details;
    if (!done || !current) return;
    if (current.contains(document.activeElement)) current.querySelector("summary")?.focus();
    current.open = false;
  }, [done]);
  return (
    <details ref={details} open={own ? !done : isOpen} className="group">
      <summary className="button button-quiet gap-2">
        {label}
        <ChevronIcon className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="max-w-md pt-6">{children}</div>
    </details>
  );
}

interface ConfirmedActProps {
  act: AccountAct;
  /** The address of its section. */
  section: string;
  button: string;
  hasPassword: boolean;
  /** Whether it can't be undone: then one press isn't enough, also without a password. */
  isFinal?: boolean;
  answer: AccountAnswer | undefined;
}

/** The form of an act that asks for nothing but the password. */
export function ConfirmedAct({ act, section, button, hasPassword, isFinal, answer }: ConfirmedActProps) {
  const schema = useMemo(() => confirmForm(hasPassword), [hasPassword]);
  const { props, field, busy } = useSectionForm(act, schema, answer);
  const isFolded = hasPassword || isFinal;
  const form = (
    // Deletion leads to another page, which begins at its top.
    <Form method="post" action={`/account#${section}`} preventScrollReset={!isFinal} {...props}>
      <input type="hidden" name="act" value={act} />
      <CurrentPassword field={field} hasPassword={hasPassword} />
      <SubmitButton
        look={isFolded && !isFinal ? "main" : "quiet"}
        busy={busy}
        className={isFinal ? "border-berry text-berry" : ""}
      >
        {button}
      </SubmitButton>
    </Form>
  );
  if (!isFolded) return form;
  return (
    <Fold label={button} acts={[act]} answer={answer}>
      {form}
    </Fold>
  );
}
