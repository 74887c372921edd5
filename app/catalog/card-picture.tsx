import type { ReactNode } from "react";
import { backdropOf } from "../components/picture.tsx";

interface CardPictureProps {
  category: string;
  className?: string;
  children: ReactNode;
}

/** The tile of a card's picture, on its category's backdrop. On the way to the product it becomes that page's picture. */
export function CardPicture({ category, className = "", children }: CardPictureProps) {
  return (
    <span data-card-picture className={`block overflow-hidden rounded-xl ${backdropOf(category)} ${className}`}>
      <span className="block transition-transform duration-240 ease-out motion-safe:group-hover:scale-103">
        {children}
      </span>
    </span>
  );
}
