import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { ChevronIcon } from "#ui/icons.tsx";
import { withTypedNumbers, withWrittenLimits } from "./decimal-fields.ts";

const box =
  "w-full rounded-lg border border-field bg-raised px-3 text-base hover:border-ink aria-invalid:border-berry disabled:opacity-60";

/** What the fields of a form show. */
export interface ShownForm<Fields> {
  /** The values: those typed, or else those saved. */
  texts: Partial<Fields>;
  errors: FieldErrors;
  /** Whether an old address is redirected; undefined where one is added. */
  redirect?: boolean | undefined;
}

interface FieldProps {
  label: string;
  name: string;
  /** Defaults to the name. Set it when two forms on a screen share a name. */
  id?: string;
  error?: string;
  hint?: ReactNode;
}

/** A labelled input with its error or hint. */
export function TextField({
  label,
  error,
  hint,
  className,
  id,
  ...input
}: FieldProps & ComponentPropsWithoutRef<"input">) {
  const formats = useFormats();
  const { name, inputMode, defaultValue, placeholder } = input;
  const isDecimal = inputMode === "decimal";
  const shown = <Text,>(text: Text) => (isDecimal && typeof text === "string" ? typedNumber(text, formats) : text);
  const told = <Text,>(text: Text) => (isDecimal && typeof text === "string" ? withTypedNumbers(text, formats) : text);
  return (
    <Field label={label} id={id ?? name} error={told(error)} hint={told(hint)} className={className}>
      <input
        type="text"
        dir="auto"
        id={id ?? name}
        {...input}
        defaultValue={shown(defaultValue)}
        placeholder={shown(placeholder)}
        {...described(id ?? name, error, hint)}
        className={`h-11 ${box}`}
      />
    </Field>
  );
}

/** Props of a field whose setting the environment fixes. */
export function fixedBy(variable: string, value: string) {
  return { defaultValue: value, disabled: true, hint: `Set by ${variable}` };
}

/** A labelled text area with its error or hint. */
export function TextAreaField({
  label,
  error,
  hint,
  className,
  id,
  ...area
}: FieldProps & ComponentPropsWithoutRef<"textarea">) {
  return (
    <Field label={label} id={id ?? area.name} error={error} hint={hint} className={className}>
      <textarea
        dir="auto"
        id={id ?? area.name}
        {...area}
        {...described(id ?? area.name, error, hint)}
        className={`resize-y py-2.5 ${box}`}
      />
    </Field>
  );
}

/** A labelled select with its error or hint. */
export function SelectField({
  label,
  error,
  hint,
  className,
  id,
  children,
  ...select
}: FieldProps & ComponentPropsWithoutRef<"select">) {
  return (
    <Field label={label} id={id ?? select.name} error={error} hint={hint} className={className}>
      <span className="relative block">
        <select
          id={id ?? select.name}
          {...select}
          {...described(id ?? select.name, error, hint)}
          className={`h-11 appearance-none truncate pr-9 ${box}`}
        >
          {children}
        </select>
        <ChevronIcon className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-soft" />
      </span>
    </Field>
  );
}

/** A checkbox with its label, and its error or hint. */
export function CheckboxField({
  label,
  error,
  hint,
  className = "",
  id,
  ...input
}: FieldProps & ComponentPropsWithoutRef<"input">) {
  const inputId = id ?? input.name;
  return (
    <div className={`min-w-0 ${className}`}>
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          id={inputId}
          {...input}
          {...described(inputId, error, hint)}
          className="size-5 shrink-0 accent-spruce"
        />
        {label}
      </label>
      <Message id={inputId} error={error} hint={hint} />
    </div>
  );
}

/** Whether an old address leads to the new one. */
export function RedirectField({ redirect, className }: { redirect: boolean | undefined; className?: string }) {
  if (redirect === undefined) return null;
  return (
    <CheckboxField
      name="redirect"
      label="Redirect the old address"
      defaultChecked={redirect}
      hint="If you change the address, old links still work."
      className={className}
    />
  );
}

interface FrameProps {
  id: string;
  label: string;
  error: string | undefined;
  hint: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

function Field({ id, label, error, hint, className = "", children }: FrameProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
      <Message id={id} error={error} hint={hint} />
    </div>
  );
}

function Message({ id, error, hint }: Pick<FrameProps, "id" | "error" | "hint">) {
  const formats = useFormats();
  return (
    (error || hint) && (
      <p id={`${id}-message`} className={`mt-1 text-sm wrap-anywhere ${error ? "text-berry" : "text-soft"}`}>
        {error ? withWrittenLimits(error, formats) : hint}
      </p>
    )
  );
}

function described(id: string, error?: string, hint?: ReactNode) {
  return {
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error || hint ? `${id}-message` : undefined,
  };
}
