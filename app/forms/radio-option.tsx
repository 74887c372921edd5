import type { ComponentPropsWithoutRef, ReactNode } from "react";

interface RadioOptionProps extends Omit<ComponentPropsWithoutRef<"input">, "type"> {
  label: string;
  /** The field's name in the form's schema. */
  field: string;
  /** At the end of its first line, such as a price. */
  end?: ReactNode;
  /** What is said of it, below the label. */
  children: ReactNode;
}

/** One of several choices, in a frame of its own. */
export function RadioOption({ label, field, end, children, ...input }: RadioOptionProps) {
  return (
    <label className="radio-option flex items-start gap-3 rounded-lg border border-line py-2">
      <input type="radio" name={field} data-field={field} {...input} className="mt-1 size-5 shrink-0 accent-spruce" />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="flex flex-wrap gap-x-3">
          <span className="min-w-[min(7rem,100%)] grow basis-0 font-medium">{label}</span>
          {end}
        </span>
        {children}
      </span>
    </label>
  );
}
