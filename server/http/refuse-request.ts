import type { ServerResponse } from "node:http";

const refusals = { 400: "Bad Request", 421: "Misdirected Request" };

/** Answers a request that no page is made for, and closes its connection. */
export function refuseRequest(response: ServerResponse, status: keyof typeof refusals) {
  const body = `${refusals[status]}\n`;
  const headers = {
    "Content-Length": body.length,
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
  response.writeHead(status, headers).end(body);
}
