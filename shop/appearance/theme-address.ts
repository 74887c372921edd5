import type { OwnTheme } from "./accent.ts";

/** Where the stylesheet of an owner's colors and typefaces is; undefined without any. */
export function themeAddress({ accent, ground, darkPaper, typefaces }: OwnTheme) {
  const colors = Object.entries({ color: accent, ground, dark: darkPaper });
  const query = [
    ...colors.flatMap(([name, color]) => (color ? `${name}=${color.slice(1)}` : [])),
    ...(typefaces ? [`typefaces=${typefaces}`] : []),
  ].join("&");
  return query ? `/accent.css?${query}` : undefined;
}
