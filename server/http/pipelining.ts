import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of all connections that may wait for an earlier one of their own, about 3 KB each. Browsers and proxies pipeline none. */
const maxWaiting = 10_000;

type Exchange = [request: IncomingMessage, response: ServerResponse];

interface Line {
  isBusy: boolean;
  waiting: Exchange[];
  onClose: () => void;
}

/**
 * Answers the requests of one connection in sequence: each starts once the client's machine has the answer before it. Node would
 * start all requests that a client pipelines at once. Requests left over when a connection closes never start.
 *
 * @param max a connection that pipelines more is closed
 */
export function answerInSequence(listener: RequestListener, max = maxWaiting): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? addLine(socket);
    if (!line.isBusy) return start(line, [request, response]);
    if (waiting === max) return socket.destroy();
    waiting++;
    line.waiting.push([request, response]);
    // Node answers what it has read by now before it reads on.
    socket.pause();
  };

  function addLine(socket: Socket) {
    const line: Line = { isBusy: false, waiting: [], onClose: () => startNext(socket, line) };
    lines.set(socket, line);
    return line;
  }

  function start(line: Line, [request, response]: Exchange) {
    line.isBusy = true;
    response.on("close", line.onClose);
    listener(request, response);
  }

  function startNext(socket: Socket, line: Line) {
    line.isBusy = false;
    if (line.waiting.length === 0) return;
    const next = takeNext(socket, line);
    if (!next) return;
    line.isBusy = true;
    // Node resumes reading after the answer, on its next tick.
    if (line.waiting.length > 0) queueMicrotask(() => socket.pause());
    else socket.resume();
    // Other connections are served in between.
    setImmediate(() => {
      if (socket.writable) start(line, next);
      else takeNext(socket, line);
    });
  }

  /** Forgets the requests of a connection that has closed. */
  function takeNext(socket: Socket, line: Line) {
    if (!socket.writable) waiting -= line.waiting.splice(0).length;
    const next = line.waiting.shift();
    if (next) waiting--;
    return next;
  }
}
