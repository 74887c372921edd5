import type { ComponentPropsWithoutRef, ReactNode } from "react";

const box =
  "w-full rounded-lg border border-field bg-raised px-3 text-base hover:border-ink aria-invalid:border-berry disabled:opacity-60";

interface FieldProps {
  label: string;
  name: string;
  error?: string;
  hint?: string;
}

/** A labelled input with its message. */
export function TextField({ label, error, hint, className, ...input }: FieldProps & ComponentPropsWithoutRef<"input">) {
  return (
    <Field label={label} name={input.name} error={error} hint={hint} className={className}>
      <input type="text" id={input.name} {...input} {...described(input.name, error, hint)} className={`h-11 ${box}`} />
    </Field>
  );
}

/** A labelled text of several lines with its message. */
export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...area
}: FieldProps & ComponentPropsWithoutRef<"textarea">) {
  return (
    <Field label={label} name={area.name} error={error} hint={hint} className={className}>
      <textarea id={area.name} {...area} {...described(area.name, error, hint)} className={`resize-y py-2.5 ${box}`} />
    </Field>
  );
}

/** A labelled choice with its message. */
export function SelectField({
  label,
  error,
  hint,
  className,
  children,
  ...select
}: FieldProps & ComponentPropsWithoutRef<"select">) {
  return (
    <Field label={label} name={select.name} error={error} hint={hint} className={className}>
      <select id={select.name} {...select} {...described(select.name, error, hint)} className={`h-11 ${box}`}>
        {children}
      </select>
    </Field>
  );
}

interface FrameProps extends FieldProps {
  className?: string | undefined;
  children: ReactNode;
}

function Field({ label, name, error, hint, className = "", children }: FrameProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={name} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p id={`${name}-message`} className={`mt-1 text-sm ${error ? "text-berry" : "text-soft"}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

function described(name: string, error?: string, hint?: string) {
  return {
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error || hint ? `${name}-message` : undefined,
  };
}
