import type { ReactNode } from "react";

/** Something that was not done as it was asked for, and why. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mb-6 rounded-lg border-l-4 border-berry bg-raised px-4 py-3">
      {children}
    </div>
  );
}
