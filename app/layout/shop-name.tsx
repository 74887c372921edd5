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

/** A long name gets smaller, the more so with a long word, and two lines where the header is narrow; a logo has no room of its own to claim. */
export function nameSize({ shopName, logo }: Pick<ShopData, "shopName" | "logo">) {
  if (logo) return "min-w-0 shrink";
  if (shopName.length <= 10) return "text-2xl";
  const longestWord = Math.max(...shopName.split(/\s+/).map((word) => word.length));
  const sizes =
    longestWord > 17
      ? "text-xs/tight xl:text-base/tight"
      : longestWord > 12
        ? "text-sm/tight xl:text-lg/tight"
        : "text-base/tight lg:text-xl/tight";
  return `min-w-0 wrap-anywhere line-clamp-2 ${sizes}`;
}
