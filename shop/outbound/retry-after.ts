const leastMs = 1000;
const mostMs = 60 * 60_000;

/**
 * How long a site wants to be left alone, by its header `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). At most an hour.
 *
 * @returns undefined if it doesn't say
 */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined || header.length > 40) return undefined;
  const wanted = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, leastMs), mostMs);
}
