import type { ReactNode } from "react";

interface CheckboxGroupProps {
  /** The name of its boxes. */
  name: string;
  label: string;
  hint: string;
  /** Shown in place of the hint. */
  error: string | undefined;
  /** The boxes. */
  children: ReactNode;
}

/** Several checkboxes of one field. */
export function CheckboxGroup({ name, label, hint, error, children }: CheckboxGroupProps) {
  const messageId = `${name}-message`;
  return (
    <fieldset className="min-w-0" aria-describedby={messageId} aria-invalid={error ? true : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <p id={messageId} className={`mt-1 text-sm ${error ? "text-berry" : "text-soft"}`}>
        {error ?? hint}
      </p>
      {children}
    </fieldset>
  );
}
