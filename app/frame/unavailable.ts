import { isRouteErrorResponse } from "react-router";

/** What the shop answers while its database can't be used, and a proxy while its process is being replaced. */
export const unavailableStatuses = [502, 503, 504];

/** Whether what was thrown says that the shop can't be reached for now. */
export function isUnavailable(error: unknown) {
  return isRouteErrorResponse(error) && unavailableStatuses.includes(error.status);
}

/** What is said in place of a page that broke, or can't be had for now. */
export function wordsFor(error: unknown) {
  return isUnavailable(error)
    ? {
        title: "We will be right back",
        text: "The shop can't be reached right now. Your cart is safe; please try again in a moment.",
      }
    : {
        title: "Something went wrong",
        text: "We could not show this page. Your cart is safe; please try again in a moment.",
      };
}

/** What the shop is called that can't be reached for now: its pages learn nothing else. Undefined where a proxy says so. */
export function nameOfUnavailable(error: unknown) {
  return (error as { data?: { shopName?: string } } | undefined)?.data?.shopName;
}
