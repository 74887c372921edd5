import type { ReactNode } from "react";
import { Spinner } from "#ui/loader.tsx";

interface SubmitButtonProps {
  busy?: boolean;
  /** The label while the form is being sent. */
  busyLabel?: string;
  /** The id of the element that describes what the button does. */
  describedBy?: string;
  className?: string;
  children: ReactNode;
}

/** Submits its form. While that takes, it shows a spinner and is disabled. */
export function SubmitButton({ busy, busyLabel, describedBy, className = "w-full", children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      disabled={busy}
      aria-describedby={describedBy}
      className={`button button-main min-h-13 px-[min(2rem,6vw)] ${className}`}
    >
      {busy && <Spinner />}
      {(busy && busyLabel) || children}
    </button>
  );
}
