import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of all connections that may wait for an earlier one of their own. Browsers and proxies send none; each takes some 3 KB. */
const maxWaiting = 10_000;

type Exchange = [request: IncomingMessage, response: ServerResponse];

/**
 * Answers the requests of one connection in sequence: each starts once the client's machine has taken the answer before it. Node would
 * start all requests that a client sends at once. Requests left over when a connection closes never start.
 *
 * @param max a connection that sends more is closed
 */
export function answerInSequence(listener: RequestListener, max = maxWaiting): RequestListener {
  const lines = new WeakMap<Socket, Exchange[]>();
  let waiting = 0;

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) return start(socket, [], [request, response]);
    if (waiting === max) return socket.destroy();
    waiting++;
    line.push([request, response]);
    // What Node has read by now is answered before it reads on.
    socket.pause();
  };

  function start(socket: Socket, line: Exchange[], [request, response]: Exchange) {
    lines.set(socket, line);
    response.on("close", () => startNext(socket, line));
    listener(request, response);
  }

  function startNext(socket: Socket, line: Exchange[]) {
    const next = takeNext(socket, line);
    if (!next) return lines.delete(socket);
    // Node has resumed reading after the answer, on its next tick.
    if (line.length > 0) queueMicrotask(() => socket.pause());
    else socket.resume();
    // Other connections are served in between.
    setImmediate(() => {
      if (socket.writable) start(socket, line, next);
      else takeNext(socket, line);
    });
  }

  /** Forgets the requests of a connection that has closed. */
  function takeNext(socket: Socket, line: Exchange[]) {
    if (!socket.writable) waiting -= line.splice(0).length;
    const next = line.shift();
    if (next) waiting--;
    return next;
  }
}
