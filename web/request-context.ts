import { createContext } from "react-router";
import type { Shop } from "#shop/shop.ts";

/** The shop, for loaders and actions. */
export const shopContext = createContext<Shop>();

/** The address that a request came from, as the accounts note it with a session. */
export const clientAddressContext = createContext<string>();
