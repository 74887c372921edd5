/** What `target_session_attrs` may say: whether the server has to accept writes. */
const sessionAttributes = ["read-write", "any"];

/**
 * The servers of a database URL, each as a URL of its own. As for libpq, `postgres://user:password@a:5432,b:5432/database` has two.
 *
 * @throws an error if it isn't a URL
 */
export function serverUrls(databaseUrl: string): URL[] {
  const [, before = databaseUrl, hosts = "", after = ""] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(databaseUrl) ?? [];
  const each = hosts.split(",");
  if (each.length > 1 && each.includes("")) throw new TypeError("A host is missing");
  return each.map((host) => new URL(before + host + after));
}

/** Whether a text is a database URL, of one server or several. */
export function isDatabaseUrl(text: string) {
  try {
    return serverUrls(text).length > 0;
  } catch {
    return false;
  }
}

/** Whether the shop knows which of its servers a database URL asks for. */
export function hasKnownAttributes(databaseUrl: string) {
  return !isDatabaseUrl(databaseUrl) || sessionAttributes.includes(attributesOf(serverUrls(databaseUrl)) ?? "any");
}

/** Whether connections may only go to a server that accepts writes. Of several servers, the others are replicas. */
export function needsWrites(servers: URL[]) {
  return (attributesOf(servers) ?? (servers.length > 1 ? "read-write" : "any")) === "read-write";
}

/** The same servers, of which any that answers will do: replicas accept no writes. */
export function forReading(databaseUrl: string) {
  if (attributesOf(serverUrls(databaseUrl))) return databaseUrl;
  return `${databaseUrl}${databaseUrl.includes("?") ? "&" : "?"}target_session_attrs=any`;
}

/** Where a database is, without user and password: `a:5432,b:5432/database`. */
export function placeOfUrl(databaseUrl: string) {
  const servers = serverUrls(databaseUrl);
  return servers.map(({ host }) => host).join(",") + servers[0]?.pathname;
}

function attributesOf([first]: URL[]) {
  return first?.searchParams.get("target_session_attrs") ?? null;
}
