import { type ShopData, useShop } from "../page/use-shop.ts";

/** The shop's logo, or else its name. */
export function ShopName() {
  const { shopName, logo } = useShop();
  if (!logo) return shopName;
  return (
    <img
      src={logo}
      alt={shopName}
      // Most logos are drawn for a light background.
      className="h-9 w-auto max-w-full object-contain object-left sm:max-w-48 dark:rounded-md dark:bg-tile-paper dark:px-1.5 dark:py-0.5"
    />
  );
}

type NamedShop = Pick<ShopData, "shopName" | "logo">;

/** Whether the header may lack room for the shop's name. */
export function hasLongName({ shopName, logo }: NamedShop) {
  return !logo && shopName.length > 10;
}

/**
 * A long name gets smaller, the more so with a long word. It gives way to all else in the header: it takes two lines, and is cut after them, except for
 * screen readers. A logo has no room of its own to claim.
 */
export function nameSize(shop: NamedShop) {
  const { shopName, logo } = shop;
  if (logo) return "min-w-0 shrink";
  if (!hasLongName(shop)) return "text-2xl";
  const longestWord = Math.max(...shopName.split(/\s+/).map((word) => word.length));
  const sizes =
    longestWord > 17
      ? "text-xs/tight xl:text-base/tight"
      : longestWord > 12
        ? "text-sm/tight xl:text-lg/tight"
        : "text-base/tight lg:text-xl/tight";
  return `min-w-0 shrink-99 wrap-anywhere line-clamp-2 ${sizes}`;
}
