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
    <div className="checkout-section">
      <h2 id={titleId} className="mb-3 flex flex-wrap items-center gap-x-2 text-2xl">
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
  return <div className="field-row col-span-2">{children}</div>;
}
