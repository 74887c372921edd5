import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What one client address sends, all at once. */
export interface Flood {
  url: string;
  /** The address that it comes from. */
  from: string;
  connections: number;
  /** What each connection writes. */
  bytes: string;
  /** Whether the client leaves the answers unread. */
  isUnread: boolean;
  /** Answers that each connection waits for. */
  answers: number;
  /** Seconds after which it hangs up, whatever was answered. */
  seconds: number;
}

process.on("message", async (flood: Flood) => process.send?.(await send(flood)));
process.send?.("ready");

/** @returns how many answers came */
async function send(flood: Flood) {
  const sockets: Socket[] = [];
  const each = Array.from({ length: flood.connections }, () => sendOne(flood, sockets));
  await Promise.race([Promise.all(each.map(({ done }) => done)), sleep(flood.seconds * 1000)]);
  for (const socket of sockets) socket.destroy();
  return each.reduce((sum, { count }) => sum + count(), 0);
}

function sendOne({ url, from, bytes, isUnread, answers }: Flood, sockets: Socket[]) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  sockets.push(socket);
  let count = 0;
  const done = new Promise<void>((resolve) => {
    if (isUnread) socket.pause();
    else {
      socket.on("data", (chunk: Buffer) => {
        count += chunk.toString("latin1").split("HTTP/1.1 ").length - 1;
        if (answers > 0 && count >= answers) resolve();
      });
    }
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
  socket.write(bytes, "latin1");
  return { done, count: () => count };
}
