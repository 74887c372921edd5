import { href } from "react-router";

/** The screen of a category or tag, without the basename. */
export function categoryScreen(slug: string) {
  return href("/categories/:category", { category: encodeURIComponent(slug) });
}
