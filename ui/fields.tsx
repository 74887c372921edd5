import { type ComponentPropsWithoutRef, type ReactNode, useState } from "react";
import { ChevronIcon } from "./icons.tsx";
import { maskInput } from "./mask-input.ts";

interface FieldProps {
  /** The input's ID. Its message's ID is the same plus `-error`. */
  id: string;
  /** The field's name in the form's schema. */
  field: string;
  label: string;
  error?: string;
  hint?: string;
}

const box =
  "h-12 w-full rounded-lg border border-field bg-raised px-3.5 text-base placeholder:text-faint hover:border-ink aria-invalid:border-berry read-only:bg-transparent";

interface TextFieldProps extends FieldProps {
  /** Shows "Optional" below the field. All other fields are required. */
  optional?: boolean;
  /** Advice about what was typed, in the hint's place. */
  note?: ReactNode;
  /** Something recognised in the input, such as a card's brand. Shown at the field's end and read out. */
  badge?: string;
  /** Filters typed, pasted or autofilled text. Unlike `maxLength`, it filters before it cuts. */
  keep?: (typed: string) => string;
}

/** A labelled input with its error or hint. It has no `name` by default. */
export function TextField({
  label,
  error,
  optional,
  hint = optional ? "Optional" : undefined,
  note,
  field,
  badge,
  keep,
  onInput,
  className = "",
  ...input
}: TextFieldProps & Omit<ComponentPropsWithoutRef<"input">, "id">) {
  return (
    <FieldFrame id={input.id} label={label} error={error} hint={hint} note={note} className={className}>
      <div className="relative">
        <input
          type="text"
          dir="auto"
          required={!optional}
          {...input}
          {...described(input.id, error, note ?? hint)}
          data-field={field}
          className={box}
          onInput={(event) => {
            if (keep) maskInput(event.currentTarget, keep);
            onInput?.(event);
          }}
        />
        {badge !== undefined && (
          <output
            htmlFor={input.id}
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm font-semibold text-spruce"
          >
            {badge}
          </output>
        )}
      </div>
    </FieldFrame>
  );
}

/** A password field with a button to show it. See docs/decisions/0146. @param props.note advice about what was typed */
export function PasswordField({
  label,
  error,
  hint,
  note,
  field,
  ...input
}: FieldProps & { note?: string } & Omit<ComponentPropsWithoutRef<"input">, "id" | "type">) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={input.id} label={label} error={error} hint={hint} note={note}>
      <div className="relative">
        <input
          required
          {...input}
          {...described(input.id, error, note ?? hint)}
          type={shown ? "text" : "password"}
          autoCapitalize={shown ? "none" : undefined}
          spellCheck={shown ? false : undefined}
          data-field={field}
          className={`${box} pr-20`}
        />
        <button
          type="button"
          className="noscript:hidden absolute inset-y-1 right-1 rounded-md px-3 text-sm font-medium text-soft hover:text-ink"
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
    </FieldFrame>
  );
}

/** A labelled select with its error or hint. */
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
      <div className="relative">
        <select
          {...select}
          {...described(select.id, error, hint)}
          data-field={field}
          className={`${box} appearance-none truncate pr-10`}
        >
          {children}
        </select>
        <ChevronIcon className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-soft" />
      </div>
    </FieldFrame>
  );
}

/** A labelled text area with its error or hint and an optional counter. */
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
        dir="auto"
        required
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
  /** Shown in the error's place while there is none. */
  note?: ReactNode;
  counter?: string;
  className?: string;
  children: ReactNode;
}

function FieldFrame({ id, label, error, hint, note, counter, className, children }: FrameProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium wrap-anywhere">
        {label}
      </label>
      {children}
      {/* The line is always there, so that a message doesn't push what is below it. */}
      <div
        className={`field-end flex justify-between gap-4 text-sm text-soft ${hint || counter ? "pt-2 pb-6" : "pt-1 pb-2"}`}
      >
        <p id={`${id}-error`} className={`min-h-5 ${error ? "text-berry" : ""}`}>
          {error ?? note ?? hint}
        </p>
        {counter && <p className="tabular-nums">{counter}</p>}
      </div>
    </div>
  );
}

function described(id: string, error?: string, hint?: ReactNode) {
  return { "aria-invalid": error ? true : undefined, "aria-describedby": error || hint ? `${id}-error` : undefined };
}
