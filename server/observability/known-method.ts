const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A request's method. Clients choose it; those that no client needs count as one, so that they can't create time series. */
export function knownMethod(method: string) {
  return methods.has(method) ? method : undefined;
}
