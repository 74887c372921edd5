/** The whole address of a page, for emails and for people to hand on. */
export function linkTo({ shopUrl }: { shopUrl: string }, path: string, query: Record<string, string> = {}) {
  const link = new URL(path, shopUrl);
  link.search = new URLSearchParams(query).toString();
  return link.href;
}
