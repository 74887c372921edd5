import { createContext, useContext } from "react";
import { defaultLocale, type Regional } from "#shop/values/locale.ts";

/** The shop's language and time zone, in which owners read moments. */
export const RegionalContext = createContext<Regional>({ locale: defaultLocale, timeZone: "UTC" });

export function useRegional() {
  return useContext(RegionalContext);
}
