import type { ThemeColors } from "./accent.ts";

/** Where the stylesheet of an owner's colors is; undefined without any. */
export function themeAddress({ accent, ground, darkPaper }: ThemeColors) {
  const colors = Object.entries({ color: accent, ground, dark: darkPaper });
  const query = colors.flatMap(([name, color]) => (color ? `${name}=${color.slice(1)}` : [])).join("&");
  return query ? `/accent.css?${query}` : undefined;
}
