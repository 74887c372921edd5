import { createContext } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";

/** The owner or staff member, for the owner's screens. */
export const ownerContext = createContext<Owner>();
