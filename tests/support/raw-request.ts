import { connect } from "node:net";

export interface RawAnswer {
  /** 0 when the server hung up without a word. */
  status: number;
  head: string;
  body: string;
  /** Whether the server hung up in time. */
  ended: boolean;
}

interface RawOptions {
  /** Whether the sender closes the connection first, as after sending less than Content-Length. */
  hangUp?: boolean;
  /** Milliseconds that the server has to answer and to hang up. */
  timeoutMs?: number;
}

/** Sends bytes as they are, be they HTTP or not. @returns what the server answered until it hung up */
export function sendRaw(url: string, bytes: string | Buffer, { hangUp, timeoutMs = 60_000 }: RawOptions = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<RawAnswer>((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Uint8Array[] = [];
    const finish = (ended: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parse(Buffer.concat(chunks).toString("latin1")), ended });
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("close", () => finish(true));
    // A server that refuses a large body hangs up while it is still being sent.
    socket.on("error", () => {});
    const sent = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    if (hangUp) socket.end(sent);
    else socket.write(sent);
  });
}

/** The last answer: what announces one (100 Continue) comes before. */
function parse(text: string) {
  const answer = text.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, "");
  const end = answer.indexOf("\r\n\r\n");
  const head = end < 0 ? answer : answer.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, head, body: end < 0 ? "" : answer.slice(end + 4) };
}
