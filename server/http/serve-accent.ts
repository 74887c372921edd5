import type { Handler } from "hono";
import { isColor, isDarkPaper, isGround, isReadable, type OwnTheme, themeStyles } from "#shop/appearance/accent.ts";
import { isTypefacePair } from "#shop/appearance/typefaces.ts";

const oneYear = 365 * 24 * 60 * 60;

/** The colors in the address, each with its rule. */
const colors = [
  { name: "color", of: "accent", isFit: isReadable },
  { name: "ground", of: "ground", isFit: isGround },
  { name: "dark", of: "darkPaper", isFit: isDarkPaper },
] as const;

/** Answers `GET /accent.css?color=1e4d40` with a theme in that color, or with other colors and typefaces. It depends on its address alone, so that browsers keep it. */
export function serveAccent(): Handler {
  return async (context, next) => {
    const theme = readTheme(context.req.query());
    if (!theme) return next();
    return context.body(themeStyles(theme), 200, {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": `public, max-age=${oneYear}, immutable`,
    });
  };
}

/** @returns undefined for an address that names no theme, or one that can't be read */
function readTheme({ typefaces, ...query }: Record<string, string>): OwnTheme | undefined {
  const given = colors.flatMap(({ name, of, isFit }) =>
    query[name] === undefined ? [] : { of, color: `#${query[name]}`, isFit },
  );
  if (!given.every(({ color, isFit }) => isColor(color) && isFit(color))) return undefined;
  const theme: Omit<OwnTheme, "typefaces"> = Object.fromEntries(given.map(({ of, color }) => [of, color]));
  if (typefaces === undefined) return given.length > 0 ? theme : undefined;
  return isTypefacePair(typefaces) ? { ...theme, typefaces } : undefined;
}
