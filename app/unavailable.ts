import { isRouteErrorResponse } from "react-router";

/** Whether what was thrown says that the shop can't be reached for now: its database can't be used, or its process is being replaced. */
export function isUnavailable(error: unknown) {
  return isRouteErrorResponse(error) && [502, 503, 504].includes(error.status);
}
