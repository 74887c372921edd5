/**
 * Why a body must not be read, by the length that its client declares: it has none (RFC 9110, section 15.5.12), or too large a one.
 *
 * @param length the header `Content-Length`
 * @param maxSize in bytes
 * @returns undefined if the body may be read
 */
export function declaredSizeFault(length: string | undefined, maxSize: number) {
  if (length === undefined) return "lengthRequired";
  return Number(length) <= maxSize ? undefined : "tooLong";
}
