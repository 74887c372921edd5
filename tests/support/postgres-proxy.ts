import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** PostgreSQL's ReadyForQuery message, without the transaction status. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A proxy to a PostgreSQL server that can cut connections at a chosen moment, like a network failure. */
export async function openPostgresProxy(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let cutting: string[] | undefined;
  let isCut = false;

  function cut() {
    isCut = true;
    cutting = undefined;
    for (const socket of open) socket.destroy();
  }

  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = connect(Number(port), hostname);
    let seen = 0;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket.setNoDelay());
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (data) => {
      if (cutting?.[seen] && data.includes(cutting[seen] ?? "")) seen++;
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      const isDone = seen > 0 && seen === cutting?.length && Buffer.from(data).subarray(-6, -1).equals(ready);
      client.write(data, () => isDone && cut());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);

  return {
    url: through.href,
    /** Cuts all connections once one of them got answers to queries that contain these texts, in order. */
    cutAfter(...texts: string[]) {
      cutting = texts;
    },
    /** Lets connections through again. */
    mend() {
      isCut = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}
