import type { Handler } from "hono";
import { accentStyles, isColor, isReadable } from "#shop/appearance/accent.ts";

const oneYear = 365 * 24 * 60 * 60;

/** Answers `GET /accent.css?color=1e4d40` with a theme in that color. It depends on its address alone, so that browsers keep it. */
export function serveAccent(): Handler {
  return async (context, next) => {
    const color = `#${context.req.query("color")}`;
    if (!isColor(color) || !isReadable(color)) return next();
    return context.body(accentStyles(color), 200, {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": `public, max-age=${oneYear}, immutable`,
    });
  };
}
