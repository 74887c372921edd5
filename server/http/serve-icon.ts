import type { Handler } from "hono";
import { drawIcon, iconLetter } from "#shop/settings/shop-icon.ts";
import type { Shop } from "#shop/shop.ts";

const oneHour = 60 * 60;

/** Answers `GET /shop-icon.svg` with the icon of a shop that has its own name. */
export function serveIcon({ settings }: Pick<Shop, "settings">): Handler {
  return async (context, next) => {
    const letter = iconLetter(settings.shopName);
    if (letter === undefined) return next();
    return context.body(drawIcon(letter), 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": `public, max-age=${oneHour}`,
    });
  };
}
