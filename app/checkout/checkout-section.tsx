import type { ReactNode } from "react";

interface CheckoutSectionProps {
  title: string;
  /** The heading's ID, where something is named after it. */
  titleId?: string;
  icon?: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  /** In a grid of two columns. */
  children: ReactNode;
}

/** A titled part of the checkout form. */
export function CheckoutSection({ title, titleId, icon, note, children }: CheckoutSectionProps) {
  return (
    // A field ends with the line of its message.
    <div className="border-line pt-5 not-first:border-t sm:pt-7 sm:pb-3">
      <h2 id={titleId} className="mb-4 flex flex-wrap items-center gap-x-2 text-2xl">
        {icon}
        {title}
      </h2>
      {note && <p className="-mt-2 mb-4 text-sm text-soft">{note}</p>}
      <div className="grid grid-cols-2 gap-x-4">{children}</div>
    </div>
  );
}

/** Short fields next to each other, as far as there is room. In a grid of two columns. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-[repeat(auto-fit,minmax(min(5.75rem,100%),1fr))] gap-x-4 max-sm:gap-x-3">
      {children}
    </div>
  );
}
