import type { ReactNode } from "react";
import { ChevronIcon } from "#ui/icons.tsx";

interface FormSectionProps {
  title: string;
  /** Whether only the title is shown until it is pressed, and how it begins. */
  fold?: "open" | "closed";
  children: ReactNode;
}

const fields = "grid content-start gap-4 sm:grid-cols-2";

/** A titled part of a long form. */
export function FormSection({ title, fold, children }: FormSectionProps) {
  if (fold) {
    return (
      <details open={fold === "open"} className="group border-t border-line">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3">
          <h2 className="text-lg">{title}</h2>
          <ChevronIcon className="size-4 shrink-0 text-soft group-open:rotate-180" />
        </summary>
        <div className={`pt-1 pb-6 ${fields}`}>{children}</div>
      </details>
    );
  }
  return (
    <div className="border-t border-line pt-5 pb-6">
      <h2 className="mb-4 text-lg">{title}</h2>
      <div className={fields}>{children}</div>
    </div>
  );
}
