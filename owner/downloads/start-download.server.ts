/**
 * Begins the answer to a download. Only the back office opens one: a link on another site would make the server write a file. HEAD gets none.
 *
 * @throws the whole answer where nothing is downloaded
 */
export function startDownload({ method, headers }: Request) {
  const site = headers.get("sec-fetch-site");
  if (site === "cross-site" || site === "same-site")
    throw new Response("Please open this download from the back office.", { status: 403 });
  if (method === "HEAD") throw new Response(null);
}
