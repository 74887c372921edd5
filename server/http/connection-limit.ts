import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "#shop/limits/client-network.ts";

interface Connection {
  socket: Socket;
  /** Who uses it: the network that it comes from, and behind a trusted proxy the client of its request. */
  client: string;
  request?: IncomingMessage | undefined;
  response?: ServerResponse | undefined;
}

/** A client with a larger share of all connections also loses those on which it is being answered. */
const mostShare = 1 / 4;

const busyAnswer = [
  ...["HTTP/1.1 503 Service Unavailable", "Retry-After: 5", "Cache-Control: no-store", "Connection: close"],
  ...["Content-Type: text/plain; charset=utf-8", "Content-Length: 29", "", "Too busy. Please try again.\r\n"],
].join("\r\n");

/**
 * Bounds how many connections are open at once, each of which takes memory. One more than that replaces a connection of the client who has the most:
 * the oldest that waits for its client. Where none does, the new one is answered 503. See docs/decisions/0158.
 *
 * @param clientOf names the client that sent a request
 * @param onRefused is called for each connection that was answered 503
 */
export function limitConnections(
  server: Server,
  max: number,
  clientOf: (request: IncomingMessage) => string,
  onRefused?: () => void,
) {
  const byClient = new Map<string, Set<Connection>>();
  const connections = new Map<Socket, Connection>();

  server.prependListener("connection", (socket) => {
    const connection: Connection = { socket, client: networkOf(socket.remoteAddress ?? "") };
    const victim = connections.size < max ? undefined : findVictim();
    if (victim) close(victim);
    else if (connections.size >= max) {
      onRefused?.();
      return refuse(socket);
    }
    connections.set(socket, connection);
    join(connection);
    socket.once("close", () => forget(connection));
  });

  server.prependListener("request", (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.response = response;
    const client = clientOf(request);
    if (client === connection.client) return;
    leave(connection);
    connection.client = client;
    join(connection);
  });

  function join(connection: Connection) {
    const { client } = connection;
    byClient.set(client, (byClient.get(client) ?? new Set()).add(connection));
  }

  function leave(connection: Connection) {
    const own = byClient.get(connection.client);
    own?.delete(connection);
    if (own?.size === 0) byClient.delete(connection.client);
  }

  function forget(connection: Connection) {
    connections.delete(connection.socket);
    leave(connection);
  }

  function close(connection: Connection) {
    forget(connection);
    connection.socket.destroy();
  }

  /** Of the client who has the most, unless they are all being answered. */
  function findVictim() {
    const clients = [...byClient.values()].sort((one, other) => other.size - one.size);
    for (const own of clients) {
      const waiting = [...own].find(waitsForClient);
      const [oldest] = own.size > max * mostShare ? own : [];
      if (waiting ?? oldest) return waiting ?? oldest;
    }
    return undefined;
  }
}

function refuse(socket: Socket) {
  socket.end(busyAnswer);
  socket.destroySoon();
}

/** Nothing was asked, the request isn't complete, or the client doesn't read its answer. */
function waitsForClient({ request, response }: Connection) {
  return !request?.complete || response?.writableEnded === true;
}
