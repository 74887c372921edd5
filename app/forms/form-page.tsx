import type { ReactNode } from "react";

interface FormPageProps {
  title: string;
  /** The form error, for browsers without JavaScript. Others show a toast. */
  problem?: string;
  wide?: boolean;
  /** Another way, at the end of the title's line. It may come late, so it takes no room. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A page with one form. */
export function FormPage({ title, problem, wide, beside, children }: FormPageProps) {
  return (
    <div className={`mx-auto px-4 pt-8 sm:pt-14 ${wide ? "max-w-2xl" : "max-w-md"}`}>
      <h1 className="mb-8 text-4xl sm:text-5xl">{title}</h1>
      {beside}
      {problem && (
        <noscript>
          <p role="alert" className="mb-6 text-berry">
            {problem}
          </p>
        </noscript>
      )}
      {children}
    </div>
  );
}
