import type { Handler } from "hono";
import { isColor, isDarkPaper, isGround, isReadable, themeStyles } from "#shop/appearance/accent.ts";

const oneYear = 365 * 24 * 60 * 60;

/** The colors in the address, each with its rule. */
const colors = [
  { name: "color", of: "accent", isFit: isReadable },
  { name: "ground", of: "ground", isFit: isGround },
  { name: "dark", of: "darkPaper", isFit: isDarkPaper },
] as const;

/** Answers `GET /accent.css?color=1e4d40` with a theme in that color. It depends on its address alone, so that browsers keep it. */
export function serveAccent(): Handler {
  return async (context, next) => {
    const given = colors.flatMap(({ name, of, isFit }) => {
      const value = context.req.query(name);
      return value === undefined ? [] : { of, color: `#${value}`, isFit };
    });
    if (given.length === 0 || !given.every(({ color, isFit }) => isColor(color) && isFit(color))) return next();
    const styles = themeStyles(Object.fromEntries(given.map(({ of, color }) => [of, color])));
    return context.body(styles, 200, {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": `public, max-age=${oneYear}, immutable`,
    });
  };
}
