/** Whether a request's body is a form that may have files. */
export function isMultipart({ headers }: { headers: Headers }) {
  return /^multipart\//i.test(headers.get("content-type") ?? "");
}
