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

interface RefusalProps {
  refused: string | undefined;
  /** What it is about, one by one. */
  details?: string[] | undefined;
}

/** The same, beside one of a screen's forms. */
export function Refusal({ refused, details }: RefusalProps) {
  return (
    refused && (
      <div role="alert" id={saidId} tabIndex={-1} className="text-berry">
        <p>{refused}</p>
        <Details details={details} />
      </div>
    )
  );
}

/** What an alert is about, one by one. */
export function Details({ details = [] }: { details?: string[] | undefined }) {
  return (
    details.length > 0 && (
      <ul className="mt-1 list-disc pl-5 text-sm text-ink">
        {details.map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may read alike, and they never move
          <li key={index} className="wrap-anywhere">
            {detail}
          </li>
        ))}
      </ul>
    )
  );
}
