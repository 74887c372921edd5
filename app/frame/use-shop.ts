import { useRouteError, useRouteLoaderData } from "react-router";
import type { Viewer } from "#shop/accounts/viewer.ts";
import type { DeliveryTerms } from "#shop/orders/delivery.ts";
import { nameOfUnavailable } from "./unavailable.ts";

/** What the root's loader tells every page. */
export interface ShopData {
  shopName: string;
  shopUrl: string;
  /** Who sells, in a few lines; undefined while the shop's owner has said nothing of it. */
  seller?: string[];
  /** What delivery costs and how long it takes, where its owner says so. */
  delivery?: DeliveryTerms;
  viewer: Pick<Viewer, "emailVerified" | "imageUrl"> | null;
}

/** What every page knows: the shop's name, and who is signed in. */
export function useShop(): Omit<ShopData, "shopUrl"> {
  const data = useRouteLoaderData<ShopData>("root");
  const error = useRouteError();
  return data ?? { shopName: nameOfUnavailable(error) ?? "Torg", viewer: null };
}
