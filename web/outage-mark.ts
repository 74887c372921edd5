/**
 * The `Server-Timing` of a page that is shown from memory while the database is away. Scripts can read this header alone of the document that they are in,
 * except over plain http.
 */
export const outageMark = "outage";
