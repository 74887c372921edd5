/** The `code` of what Node, PostgreSQL or a library threw, such as "ENOENT" or "23505"; undefined where it has none. */
export function errorCode(error: unknown) {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
