import type { ReactNode } from "react";

/** Where forms lead: to what is said of them, done or refused. It is in view then, and has the focus. */
export const saidId = "said";

interface AlertProps {
  /** Another one, where a screen has two. */
  id?: string;
  children: ReactNode;
}

/** Something that was not done as it was asked for, and why. */
export function Alert({ id = saidId, children }: AlertProps) {
  return (
    <div
      role="alert"
      id={id}
      tabIndex={-1}
      className="mb-6 rounded-lg border-l-4 border-berry bg-raised px-4 py-3 wrap-anywhere"
    >
      {children}
    </div>
  );
}

/** The same, beside one of a screen's forms. */
export function Refusal({ refused }: { refused: string | undefined }) {
  return (
    refused && (
      <p role="alert" id={saidId} tabIndex={-1} className="text-berry">
        {refused}
      </p>
    )
  );
}
