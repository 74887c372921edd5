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

/** A long name gets smaller, and two lines where the header is narrow; a logo has no room of its own to claim. */
export function nameSize({ shopName, logo }: Pick<ShopData, "shopName" | "logo">) {
  if (logo) return "min-w-0 shrink";
  return shopName.length <= 10 ? "text-2xl" : "min-w-0 text-base/tight wrap-anywhere line-clamp-2 sm:text-xl/tight";
}
