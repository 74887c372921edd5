import type { ComponentPropsWithoutRef, ReactNode } from "react";

interface FieldProps {
  /** The input's id; its message has the same with `-error`. */
  id: string;
  /** The field's name in the form's schema. */
  field: string;
  label: string;
  error?: string;
  hint?: string;
}

const box =
  "h-12 w-full rounded-lg border border-field bg-raised px-3.5 text-base placeholder:text-faint hover:border-ink aria-invalid:border-berry read-only:bg-transparent";

/** A labelled input with its message. It has no `name` unless it is given one. */
export function TextField({
  label,
  error,
  hint,
  field,
  className = "",
  ...input
}: FieldProps & ComponentPropsWithoutRef<"input">) {
  return (
    <FieldFrame id={input.id} label={label} error={error} hint={hint} className={className}>
      <input type="text" {...input} {...described(input.id, error, hint)} data-field={field} className={box} />
    </FieldFrame>
  );
}

/** A labelled choice with its message. */
export function SelectField({
  label,
  error,
  hint,
  field,
  className = "",
  children,
  ...select
}: FieldProps & ComponentPropsWithoutRef<"select">) {
  return (
    <FieldFrame id={select.id} label={label} error={error} hint={hint} className={className}>
      <select {...select} {...described(select.id, error, hint)} data-field={field} className={box}>
        {children}
      </select>
    </FieldFrame>
  );
}

/** A labelled text of several lines with its message and, at the other end of the line, a counter. */
export function TextAreaField({
  label,
  error,
  hint,
  field,
  counter,
  className = "",
  ...area
}: FieldProps & ComponentPropsWithoutRef<"textarea"> & { counter?: string }) {
  return (
    <FieldFrame id={area.id} label={label} error={error} hint={hint} counter={counter} className={className}>
      <textarea
        {...area}
        {...described(area.id, error, hint)}
        data-field={field}
        className={`${box} h-auto resize-y py-3`}
      />
    </FieldFrame>
  );
}

interface FrameProps {
  id: string;
  label: string;
  error?: string;
  hint?: string;
  counter?: string;
  className: string;
  children: ReactNode;
}

function FieldFrame({ id, label, error, hint, counter, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      {/* The line is always there, so that a message doesn't push what is below it. */}
      <div className="flex justify-between gap-4 pt-1 pb-2 text-sm text-soft">
        <p id={`${id}-error`} className={`min-h-5 ${error ? "text-berry" : ""}`}>
          {error ?? hint}
        </p>
        {counter && <p className="tabular-nums">{counter}</p>}
      </div>
    </div>
  );
}

function described(id: string, error?: string, hint?: string) {
  return { "aria-invalid": error ? true : undefined, "aria-describedby": error || hint ? `${id}-error` : undefined };
}
