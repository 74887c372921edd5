import type { ReactNode } from "react";
import { Spinner } from "../components/spinner.tsx";

interface SubmitButtonProps {
  busy?: boolean;
  /** What it reads while it works. */
  busyLabel?: string;
  /** The element that says more of what a press does. */
  describedBy?: string;
  className?: string;
  children: ReactNode;
}

/** Sends its form; busy, it shows a spinner and can't be pressed again. */
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
