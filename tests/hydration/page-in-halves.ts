import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server before a shop's, whose pages come in two halves: up to the middle of what hydrates them, and the rest when it is sent. */
export async function openPagesInHalves(shopUrl: string) {
  const { promise: wanted, resolve: sendRest } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(shopUrl + request.url);
    const type = answer.headers.get("content-type") ?? "";
    response.setHeader("content-type", type);
    const body = Buffer.from(await answer.arrayBuffer());
    const middle = type.startsWith("text/html") ? body.indexOf('"entry":') : -1;
    if (middle > 0) {
      response.write(body.subarray(0, middle));
      await wanted;
    }
    response.end(body.subarray(Math.max(middle, 0)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendRest,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
