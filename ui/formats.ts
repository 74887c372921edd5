import { createContext, useContext } from "react";
import { defaultFormats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";

/** How amounts and numbers on a page are written. */
export const FormatsContext = createContext(defaultFormats);

export function useFormats() {
  return useContext(FormatsContext);
}

/** Formats cents the way the page writes amounts: in its own currency, or in an order's. */
export function useFormatPrice() {
  const formats = useFormats();
  return (cents: number, currency = formats.currency) => formatPrice(cents, { ...formats, currency });
}
