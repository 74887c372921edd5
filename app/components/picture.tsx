import type { ComponentPropsWithoutRef } from "react";

/** Backdrops belong to the four categories; other catalogs' categories take the furniture's, which is neutral. */
const backdrops: Record<string, string> = {
  beauty: "bg-beauty",
  fragrances: "bg-fragrances",
  furniture: "bg-furniture",
  groceries: "bg-groceries",
};

/** The backdrop on which a category shows its pictures. */
export function backdropOf(category: string) {
  return backdrops[category] ?? "bg-furniture";
}

/** A product's picture in a square. One that doesn't load leaves its backdrop and its description. */
export function Picture({ className = "", alt, ...image }: ComponentPropsWithoutRef<"img"> & { alt: string }) {
  return (
    <img
      width={800}
      height={800}
      decoding="async"
      loading="lazy"
      {...image}
      alt={alt}
      className={`aspect-square size-full object-cover text-sm text-on-tile ${className}`}
    />
  );
}
