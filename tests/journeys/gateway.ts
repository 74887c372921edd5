import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunningShop } from "../support/running-shop.ts";

type Answer = (asked: IncomingMessage, answer: ServerResponse) => boolean;

/**
 * Stands between browsers and the shop as proxies do. Unlike Playwright's routes, it sees what a service worker sends, and what is kept belongs to its address
 * alone.
 */
export async function openGateway(shop: RunningShop) {
  let answerInstead: Answer = () => false;
  let change: ((text: string) => string) | undefined;
  const held: { path: string; arrive: () => void; released: Promise<void> }[] = [];
  const { host, origin } = new URL(shop.url);
  const server = createServer(async (asked, answer) => {
    if (answerInstead(asked, answer)) return;
    const { "if-none-match": known, ...given } = asked.headers;
    const plain = change ? { "accept-encoding": "identity" } : { ...(known && { "if-none-match": known }) };
    const headers = { ...given, host, ...(given.origin && { origin }), ...plain };
    const { method, url = "/" } = asked;
    const forwarded = request(shop.url + url, { method, headers }, async (shops) => {
      const chunks = await shops.toArray();
      const waits = held.find(({ path }) => path === url);
      waits?.arrive();
      await waits?.released;
      let body = Buffer.concat(chunks);
      const { "content-length": _, ...rest } = shops.headers;
      if (change && /text|javascript/.test(rest["content-type"] ?? "")) body = Buffer.from(change(body.toString()));
      answer.writeHead(shops.statusCode ?? 500, rest);
      answer.end(body);
    });
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Answers by itself where the function does so and returns true. */
    answer: (instead: Answer) => {
      answerInstead = instead;
    },
    /** Rewrites pages and scripts on their way. */
    rewrite: (changed: typeof change) => {
      change = changed;
    },
    /** Holds the shop's next answers to a path back. @returns when there is one, and how to let it go */
    hold(path: string) {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held.push({ path, arrive, released });
      return { arrived, release };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
