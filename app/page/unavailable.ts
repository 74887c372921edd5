import { type ErrorResponse, isRouteErrorResponse } from "react-router";

/** Whether the shop refused a posted form because it is far longer than any of its own. Its data may be that of every page. */
export function isFormTooLarge(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status === 413;
}

/** The shop answers 503 without its database, and a proxy any of these while the process restarts. */
const unavailableStatuses = [502, 503, 504];

/** Whether an error means that the shop is unavailable. */
export function isUnavailable(error: unknown) {
  return isRouteErrorResponse(error) && unavailableStatuses.includes(error.status);
}

/** Whether the shop itself says so. A gateway's error page doesn't tell whether the request reached the shop. */
export function isShopUnavailable(error: unknown) {
  return isUnavailable(error) && nameOfUnavailable(error) !== undefined;
}

/** Whether the browser says that it has no connection. Not on the server, which doesn't know. */
export function isOffline() {
  return globalThis.navigator?.onLine === false;
}

/** The title and text for a page that failed or is unavailable. */
export function errorText(error: unknown) {
  if (isUnavailable(error))
    return {
      title: "We'll be right back",
      text: "We're having trouble loading the shop. Your cart is safe. Please try again in a moment.",
    };
  if (isFormTooLarge(error))
    return {
      title: "That's too long to send",
      text: "Nothing was saved. Press Back in your browser to see what you typed, shorten it, and send it again.",
    };
  if (isOffline())
    return {
      title: "You're offline",
      text: "We couldn't load this page. Your cart is saved on this device. Check your connection and try again.",
    };
  return {
    title: "Something went wrong",
    text: "We couldn't load this page. Your cart is safe. Please try again in a moment.",
  };
}

/** The name of an unavailable shop, the only data in its 503. Undefined if a proxy answered. */
export function nameOfUnavailable(error: unknown) {
  return (error as { data?: { shopName?: string } } | undefined)?.data?.shopName;
}
