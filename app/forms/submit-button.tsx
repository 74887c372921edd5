import type { ReactNode } from "react";
import { Spinner } from "#ui/loader.tsx";

interface SubmitButtonProps {
  busy?: boolean;
  /** The label while the form is being sent. */
  busyLabel?: string;
  /** The id of the element that describes what the button does. */
  describedBy?: string;
  look?: "button-main" | "button-quiet";
  className?: string;
  children: ReactNode;
}

/** Submits its form. While that takes, it shows a spinner and does nothing, but keeps the focus. */
export function SubmitButton({
  busy,
  busyLabel,
  describedBy,
  look = "button-main",
  className = "w-full",
  children,
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
      aria-describedby={describedBy}
      className={`button ${look} min-h-13 px-[min(2rem,6vw)] ${className}`}
    >
      {busy && <Spinner />}
      {(busy && busyLabel) || children}
    </button>
  );
}
