import { useRouteError, useRouteLoaderData } from "react-router";
import type { loader } from "./root.tsx";
import { nameOfUnavailable } from "./unavailable.ts";

/** What every page knows: the shop's name, and who is signed in. */
export function useShop() {
  const data = useRouteLoaderData<typeof loader>("root");
  const error = useRouteError();
  return data ?? { shopName: nameOfUnavailable(error) ?? "Torg", viewer: null };
}
