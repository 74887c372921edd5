import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * The limit of the machine: a bare server that knows nothing but the very bytes that a shop answered with, headers and body. It is
 * told where to get them, and answers with its own address.
 */
export interface ControlWork {
  shopUrl: string;
  paths: string[];
  /** What the load will send. */
  headers: Record<string, string>;
}

const itsOwn = ["connection", "keep-alive", "date"];
const answers = new Map<string | undefined, { headers: string[]; body: Buffer }>();

const server = createServer((request, response) => {
  const answer = answers.get(request.url);
  response.writeHead(answer ? 200 : 404, answer?.headers);
  response.end(answer?.body);
});
server.listen(0, () => process.send?.("ready"));

process.on("message", async ({ shopUrl, paths, headers: sent }: ControlWork) => {
  for (const path of paths) {
    const [response] = (await once(get(`${shopUrl}${path}`, { headers: sent }), "response")) as [IncomingMessage];
    const headers = Object.entries(response.headers).filter(([name]) => !itsOwn.includes(name));
    answers.set(path, { headers: headers.flat().map(String), body: await buffer(response) });
  }
  const address = server.address();
  process.send?.(`http://localhost:${typeof address === "object" && address?.port}`);
});
