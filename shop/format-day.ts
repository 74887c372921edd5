/**
 * A day as it is read: "20 November 2026". On the server, in loaders: so that every browser shows the shop's own days.
 *
 * @param moment in milliseconds since 1970 (UTC)
 */
export function formatDay(moment: number, timeZone?: string) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(moment);
}
