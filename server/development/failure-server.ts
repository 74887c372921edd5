import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { failurePage } from "./failure-page.ts";

const idHeader = "X-Failure-Id";

/**
 * Answers every request at the shop's address with the output of its ended process. Pages reload once another server answers. Exits if the
 * address is taken.
 */
export async function openFailureServer(printed: string) {
  const id = randomUUID();
  const page = failurePage(printed, reloadWhenGone(id));
  const server = createServer((_request, response) => {
    response.writeHead(500, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      [idHeader]: id,
    });
    response.end(page);
  });
  // Vite's client in an open page reconnects, then reloads the page.
  server.on("upgrade", ({ headers }, socket) => {
    const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const protocol = headers["sec-websocket-protocol"];
    const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
    if (protocol) lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
    socket.end(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
  });
  try {
    server.listen(Number(process.env.PORT || 3000), process.env.HOST || undefined);
    await once(server, "listening");
  } catch {
    process.exit(1);
  }
  return {
    /** Frees the address, even if browsers keep connections open. */
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function reloadWhenGone(id: string) {
  return `setInterval(async () => {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => {});
  if (answer && answer.headers.get("${idHeader}") !== "${id}") location.reload();
}, 500);`;
}
