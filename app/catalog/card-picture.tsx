import { type PointerEvent, type ReactNode, useState } from "react";
import { useBackdrop } from "./category-backdrop.ts";

interface CardPictureProps {
  category: string;
  className?: string;
  children: ReactNode;
  /** The product's second picture, which a mouse over the first one shows. It is asked for only then. */
  second?: ReactNode;
}

/** A view transition turns it into the product page's picture (`view-transitions.ts`). */
export function CardPicture({ category, className = "", children, second }: CardPictureProps) {
  const backdrop = useBackdrop(category);
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <span
      data-card-picture
      className={`relative block overflow-hidden rounded-xl ${backdrop} ${className}`}
      onPointerEnter={(event) => setPointedAt(mayShowSecond(event))}
      onPointerLeave={() => setPointedAt(false)}
    >
      <span className="card-zoom block">{children}</span>
      {isPointedAt && second && <span className="second-picture absolute inset-0">{second}</span>}
    </span>
  );
}

/** Fingers don't point, and a browser that saves data shouldn't load what nobody asked for. */
function mayShowSecond({ pointerType }: PointerEvent) {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return pointerType === "mouse" && !connection?.saveData;
}
