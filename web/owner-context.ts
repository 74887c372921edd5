import { createContext } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";

/** The owner or staff member, for the owner's screens, and when they typed their password and proved a second factor: milliseconds since 1970 (UTC). */
export const ownerContext = createContext<Owner & { signedInAt: number; secondFactorAt: number | undefined }>();
