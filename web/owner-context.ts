import { createContext } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";

/** Who of the shop's owners asks, for loaders and actions of the owner's screens. */
export const ownerContext = createContext<Owner>();
