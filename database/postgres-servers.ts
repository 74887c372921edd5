import pg from "pg";
import { needsWrites, serverUrls } from "./postgres-url.ts";

/** Milliseconds for connecting, for the answer to a probe, and between two probes of a server that leaves a query pending. */
export const responseTimeoutMs = 5000;

/**
 * The servers that a database URL names, of which one is used until it fails. Of several it is the first that answers and accepts writes, so a
 * failover is found as soon as it is over. See docs/decisions/0231.
 */
export class PostgresServers {
  readonly #urls: string[];
  /** Whether connections to a server that only accepts reads are of no use. */
  readonly needsWrites: boolean;
  /** The server that was found last, as a URL. */
  current: string;
  #search: Promise<string> | undefined;

  constructor(databaseUrl: string) {
    const servers = serverUrls(databaseUrl);
    this.#urls = servers.map(({ href }) => href);
    this.needsWrites = needsWrites(servers);
    this.current = this.#urls[0] ?? databaseUrl;
    if (this.#urls.length === 1) this.#search = Promise.resolve(this.current);
  }

  /** Looks for a server unless one is known. @throws why each of them can't be used */
  async find() {
    this.#search ??= this.#findFirst();
    return this.#search;
  }

  /** Looks for a server again, because this one failed. */
  forget(server: string) {
    if (this.#urls.length > 1 && server === this.current) this.#search = undefined;
  }

  async #findFirst() {
    try {
      this.current = await Promise.any(this.#urls.map((url) => this.#check(url)));
      return this.current;
    } catch (error) {
      this.#search = undefined;
      const reasons = (error as AggregateError).errors.map(
        (reason, index) => `${new URL(this.#urls[index] ?? "").host}: ${reason.message || reason.code}`,
      );
      throw new Error(`No server can be used (${reasons.join(", ")})`);
    }
  }

  async #check(url: string) {
    return withProbe(url, async (probe) => {
      if (this.needsWrites) refuseReadOnly((await probe.query(readOnly)).rows);
      return url;
    });
  }
}

export const readOnly = "show transaction_read_only";

/** @param rows what `readOnly` read @throws when a server accepts no writes */
export function refuseReadOnly(rows: { transaction_read_only?: string }[]) {
  if (rows[0]?.transaction_read_only !== "off") throw new Error("The server accepts no writes");
}

/** Whether a server accepts a new connection, or refuses it in its own words. */
export async function isReachable(url: string) {
  try {
    return await withProbe(url, async () => true);
  } catch (error) {
    return "severity" in Object(error);
  }
}

async function withProbe<Result>(url: string, work: (probe: pg.Client) => Promise<Result>) {
  const probe = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: responseTimeoutMs,
    query_timeout: responseTimeoutMs,
  });
  probe.on("error", () => {});
  try {
    await probe.connect();
    return await work(probe);
  } finally {
    // It may wait for a server that hangs by now.
    probe.end().catch(() => {});
  }
}
