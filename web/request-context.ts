import { createContext } from "react-router";
import type { HomeContent } from "#shop/appearance/home-content.ts";
import type { Shop } from "#shop/shop.ts";

/** The shop, for loaders and actions. */
export const shopContext = createContext<Shop>();

/** The client's network address, which accounts store with a session. */
export const clientAddressContext = createContext<string>();

/** What the home page shows of the catalog, where the request has read it already. */
export const homeContentContext = createContext<HomeContent | null>(null);

/** The query that was asked for, with the parameters that the page doesn't read: redirects pass them on. */
export const askedQueryContext = createContext("");

/** Whether the posted form is too large, so that its body was taken away unread. */
export const isFormTooLargeContext = createContext(false);

/** Lets the request's body take hours, as large files do. @returns a function that ends it */
export const longUploadContext = createContext<() => () => void>();
