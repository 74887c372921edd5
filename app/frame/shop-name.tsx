import { useShop } from "./use-shop.ts";

/** The shop's logo, or else its name. */
export function ShopName() {
  const { shopName, logo } = useShop();
  if (!logo) return shopName;
  return <img src={logo} alt={shopName} className="h-9 w-auto max-w-32 object-contain object-left sm:max-w-48" />;
}

/** A long name gets smaller, and two lines where the header is narrow. */
export function nameSize(shopName: string) {
  return shopName.length <= 10 ? "text-2xl" : "min-w-0 text-base/tight wrap-anywhere line-clamp-2 sm:text-xl/tight";
}
