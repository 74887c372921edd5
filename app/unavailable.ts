import { isRouteErrorResponse } from "react-router";

/** What the shop answers while its database can't be used, and a proxy while its process is being replaced. */
export const unavailableStatuses = [502, 503, 504];

/** Whether what was thrown says that the shop can't be reached for now. */
export function isUnavailable(error: unknown) {
  return isRouteErrorResponse(error) && unavailableStatuses.includes(error.status);
}

/** What the shop is called that can't be reached for now: its pages learn nothing else. Undefined where a proxy says so. */
export function nameOfUnavailable(error: unknown): string | undefined {
  return isRouteErrorResponse(error) && isUnavailable(error) ? error.data?.shopName : undefined;
}
