import type { ComponentPropsWithRef } from "react";
import { Button } from "#ui/button.tsx";

interface SubmitButtonProps
  extends Pick<ComponentPropsWithRef<typeof Button>, "look" | "busy" | "className" | "children"> {
  /** The form's id, where the button isn't in it. */
  form?: string;
  /** The label while the form is being sent. */
  busyLabel?: string;
  /** The id of the element that describes what the button does. */
  describedBy?: string;
}

/** Submits its form. While that takes, it shows a spinner and does nothing, but keeps the focus. */
export function SubmitButton({ busyLabel, describedBy, className = "w-full", children, ...button }: SubmitButtonProps) {
  return (
    <Button {...button} aria-describedby={describedBy} className={`min-h-13 px-[min(2rem,6vw)] ${className}`}>
      {(button.busy && busyLabel) || children}
    </Button>
  );
}
