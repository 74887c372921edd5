import type { ReactNode } from "react";
import { useBackdrop } from "./category-backdrop.ts";

interface CardPictureProps {
  category: string;
  className?: string;
  children: ReactNode;
}

/** A view transition turns it into the product page's picture (`view-transitions.ts`). */
export function CardPicture({ category, className = "", children }: CardPictureProps) {
  const backdrop = useBackdrop(category);
  return (
    <span data-card-picture className={`block overflow-hidden rounded-xl ${backdrop} ${className}`}>
      <span className="card-zoom block">{children}</span>
    </span>
  );
}
