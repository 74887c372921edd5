import type { IncomingMessage } from "node:http";

/**
 * Headers of which a second one may mean something else to a proxy than to Node, which takes the first or joins them (RFC 9112, section 3.2). See
 * docs/decisions/0159.
 */
const single = new Set([
  ...["host", "content-length", "content-type", "content-encoding", "transfer-encoding", "authorization", "origin"],
  ...["referer", "sec-fetch-site", "range"],
]);

/** Whether a request has one of these headers twice. */
export function repeatsHeader({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">) {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (single.has(name) && seen.size === seen.add(name).size) return true;
  }
  return false;
}
