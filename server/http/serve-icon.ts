import type { Handler } from "hono";
import { drawIcon, iconLetter, ownIcons } from "#shop/appearance/shop-icon.ts";
import type { Shop } from "#shop/shop.ts";

const oneHour = 60 * 60;

/** Answers `GET /shop-icon.svg` with the icon of a shop that has its own name. */
export function serveIcon({ settings }: Pick<Shop, "settings">): Handler {
  return async (context, next) => {
    const letter = iconLetter(settings.shopName);
    if (letter === undefined) return next();
    return context.body(drawIcon(letter, settings.appearance.accent), 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": `public, max-age=${oneHour}`,
    });
  };
}

/** Leads requests for the sample's icon, which browsers make unasked, to the icon of a shop that has its own. */
export function leadToOwnIcon({ settings }: Pick<Shop, "settings">): Handler {
  return async (context, next) => {
    const { shopName, appearance } = settings;
    const own = ownIcons({ shopName, ...appearance })?.[0];
    return own ? context.redirect(own.address, 302) : next();
  };
}
