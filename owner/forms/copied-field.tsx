import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "./form-fields.tsx";

interface CopiedFieldProps {
  name: string;
  label: string;
  value: string;
  hint?: ReactNode;
}

/** A text that is used elsewhere, with a button that copies it (`owner/enhancements/copy-field.ts`). */
export function CopiedField({ name, hint, ...field }: CopiedFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        {...field}
        {...(hint !== undefined && { hint })}
        name={name}
        readOnly
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 max-w-3xl grow basis-72"
      />
      <Button type="button" look="quiet" hidden data-with-scripts data-copy={name} className="sm:mt-6">
        Copy
        <span className="sr-only"> {field.label}</span>
      </Button>
    </div>
  );
}
