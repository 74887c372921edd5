import { createContext } from "react-router";
import type { HomeContent } from "#shop/appearance/home-content.ts";
import type { Looks } from "#shop/appearance/preview-appearance.ts";
import type { Owner } from "#shop/owners/owners.ts";

/** The owner or staff member, for the owner's screens, and when they typed their password and proved a second factor: milliseconds since 1970 (UTC). */
export const ownerContext = createContext<Owner & { signedInAt: number; secondFactorAt: number | undefined }>();

/** The status that the screen for unknown addresses answers with: that of a file that isn't sent has no screen of its own. */
export const refusedStatusContext = createContext(404);

export interface Preview {
  /** A page of the shop. */
  path: string;
  looks: Looks;
  /** What the home page shows of the catalog with these looks, if it was read already. */
  homeContent?: HomeContent;
  signal: AbortSignal;
}

/** Renders a page as visitors would see it with looks that aren't saved, for a frame in the back office. */
export const renderPreviewContext = createContext<(preview: Preview) => Promise<Response>>();
