import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of all connections that may wait for an earlier one of their own, about 3 KB each. Browsers and proxies pipeline none. */
const maxWaiting = 10_000;

/** Starts to answer a request. @returns what to do when that is over */
export type StartAnswer = (request: IncomingMessage, response: ServerResponse) => () => void;

/** A connection's requests. The first is being answered. */
type Line = [request: IncomingMessage, response: ServerResponse][];

/**
 * Answers the requests of one connection in sequence: each starts once the client's machine has the answer before it. Node would
 * start all requests that a client pipelines at once. Requests left over when a connection closes never start.
 *
 * @param max a connection that pipelines more is closed
 */
export function answerInSequence(startAnswer: StartAnswer, max = maxWaiting): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? createLine(socket);
    if (line.length > 0 && waiting === max) return socket.destroy();
    if (line.push([request, response]) === 1) return start(socket, line);
    waiting++;
    // Node answers what it has read by now before it reads on.
    socket.pause();
  };

  function createLine(socket: Socket) {
    const line: Line = [];
    lines.set(socket, line);
    return line;
  }

  function start(socket: Socket, line: Line) {
    const [[request, response]] = line as [Line[0]];
    const end = startAnswer(request, response);
    response.on("close", () => {
      end();
      startNext(socket, line);
    });
  }

  function startNext(socket: Socket, line: Line) {
    line.shift();
    waiting -= socket.writable ? Math.min(line.length, 1) : line.splice(0).length;
    if (line.length === 0) return;
    // Node resumes reading after the answer, on its next tick.
    if (line.length > 1) queueMicrotask(() => socket.pause());
    else socket.resume();
    // Other connections are served in between.
    setImmediate(() => (socket.writable ? start(socket, line) : startNext(socket, line)));
  }
}
