import { createContext, useContext } from "react";
import { defaultCurrency, formatPrice } from "#shop/values/money.ts";

/** The currency of the amounts on a page: the shop's, or that of the order which a part of the page shows. */
export const CurrencyContext = createContext(defaultCurrency);

/** Formats cents in the currency of this part of the page. */
export function useFormatPrice() {
  const currency = useContext(CurrencyContext);
  return (cents: number) => formatPrice(cents, currency);
}
