import { useRouteLoaderData } from "react-router";
import type { loader } from "./root.tsx";

/** What every page knows: the shop's name, and who is signed in. */
export function useShop() {
  const data = useRouteLoaderData<typeof loader>("root");
  return data ?? { shopName: "Torg", viewer: null };
}
