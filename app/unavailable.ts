import { isRouteErrorResponse } from "react-router";

/** What the shop answers while its database can't be used, and a proxy while its process is being replaced. */
export const unavailableStatuses = [502, 503, 504];

/** Whether what was thrown says that the shop can't be reached for now. */
export function isUnavailable(error: unknown) {
  return isRouteErrorResponse(error) && unavailableStatuses.includes(error.status);
}
