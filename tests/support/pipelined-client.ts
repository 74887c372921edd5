import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";

export interface PipelinedClient {
  socket: Socket;
  /** The statuses of the answers so far. */
  statuses: number[];
  /** Waits for so many answers. @throws when the server hangs up before */
  answered: (count: number) => Promise<void>;
}

interface Sender {
  /** The client's own address, such as 127.0.0.2. */
  from?: string;
}

/** Opens a connection and sends all of these requests at once, before any is answered. */
export function sendPipelined(url: string, requests: string[], { from }: Sender = {}): PipelinedClient {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const statuses: number[] = [];
  const progress = new EventEmitter();
  let unread = "";
  socket.on("data", (chunk: Buffer) => {
    unread += chunk.toString("latin1");
    const answers = [...unread.matchAll(/HTTP\/1\.1 (\d{3})/g)];
    statuses.push(...answers.map(([, status]) => Number(status)));
    const last = answers.at(-1);
    // The next status may come in two pieces.
    unread = unread.slice(last && last.index + last[0].length).slice(-"HTTP/1.1 20".length);
    progress.emit("change");
  });
  socket.on("close", () => progress.emit("change"));
  socket.on("error", () => {});
  socket.write(requests.join(""));
  async function answered(count: number) {
    while (statuses.length < count) {
      if (socket.closed) throw new Error(`The server hung up after ${statuses.length} of ${count} answers`);
      await once(progress, "change");
    }
  }
  return { socket, statuses, answered };
}

export function getRequest(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}

/** @param sent how many bytes of the form are sent, if not all */
export function postRequest(path: string, form: Record<string, string>, sent?: number) {
  const body = new URLSearchParams(form).toString();
  const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${body.slice(0, sent)}`;
}
