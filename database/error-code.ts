/** The `code` of an error of Node, PostgreSQL or a library, such as "ENOENT" or "23505". */
export function errorCode(error: unknown) {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
