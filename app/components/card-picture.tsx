import type { ReactNode } from "react";
import { useViewTransitionState } from "react-router";
import { backdropOf } from "./picture.tsx";

interface CardPictureProps {
  /** Where the card leads: on the way there and back, this picture and the product page's are one. */
  address: string;
  category: string;
  className?: string;
  children: ReactNode;
}

/** The tile of a card's picture, on its category's backdrop. */
export function CardPicture({ address, category, className = "", children }: CardPictureProps) {
  const travelling = useViewTransitionState(address);
  return (
    <span
      className={`block overflow-hidden rounded-xl ${backdropOf(category)} ${travelling ? "shown-product" : ""} ${className}`}
    >
      <span className="block transition-transform duration-240 ease-out motion-safe:group-hover:scale-103">
        {children}
      </span>
    </span>
  );
}
