import type { IncomingMessage } from "node:http";

/**
 * Headers of which a second one may mean something else to a proxy than to Node, which takes the first or joins them (RFC 9112, section 3.2). See
 * docs/decisions/0159.
 */
const names = [
  ...["host", "content-length", "content-type", "content-encoding", "transfer-encoding", "authorization", "origin"],
  ...["referer", "sec-fetch-site", "range"],
];
/** Each name's bit in the set of those that were seen. */
const single = new Map(names.map((name, index) => [name, 1 << index]));

/** Whether a request has one of these headers twice. */
export function repeatsHeader({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">) {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const bit = single.get(rawHeaders[at]?.toLowerCase() ?? "") ?? 0;
    if (seen & bit) return true;
    seen |= bit;
  }
  return false;
}
