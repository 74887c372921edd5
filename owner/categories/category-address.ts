import { href } from "react-router";

/** The screen of a category or tag, without the basename. */
export function categoryScreen(slug: string) {
  // That address adds one.
  if (slug === "new") return href("/categories/:category/edit", { category: slug });
  return href("/categories/:category", { category: encodeURIComponent(slug) });
}
