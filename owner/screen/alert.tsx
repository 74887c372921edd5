import type { ReactNode } from "react";

/** Forms lead here after submitting, so that their message is in view and has the focus. */
export const formMessageId = "message";

interface AlertProps {
  /** Set when a screen has two alerts. */
  id?: string;
  children: ReactNode;
}

/** An error, with its reason. */
export function Alert({ id = formMessageId, children }: AlertProps) {
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

interface FormErrorProps {
  formError: string | undefined;
  /** One line per problem. */
  details?: ReactNode[] | undefined;
}

/** The error of one form. */
export function FormError({ formError, details }: FormErrorProps) {
  return (
    formError && (
      <div role="alert" id={formMessageId} tabIndex={-1} className="text-berry">
        <p>{formError}</p>
        <Details details={details} />
      </div>
    )
  );
}

/** An alert's problems, one per line. */
export function Details({ details = [] }: { details?: ReactNode[] | undefined }) {
  return (
    details.length > 0 && (
      <ul className="mt-1 list-disc pl-5 text-sm text-ink">
        {details.map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          <li key={index} className="wrap-anywhere">
            {detail}
          </li>
        ))}
      </ul>
    )
  );
}
