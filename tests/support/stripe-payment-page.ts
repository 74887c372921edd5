import type { IncomingMessage, ServerResponse } from "node:http";
import type { createAccount } from "./stripe-account.ts";
import type { StripeBooks } from "./stripe-books.ts";

interface Payments {
  books: StripeBooks;
  account: ReturnType<typeof createAccount>;
}

/** The page on which a customer pays: `GET` shows it, `POST` pays. */
export function answerPaymentPage(request: IncomingMessage, response: ServerResponse, { books, account }: Payments) {
  const id = (request.url ?? "").split("/").at(-1) ?? "";
  const session = books.find("session", id);
  if (!session) return response.writeHead(404).end("There is no such page");
  if (request.method === "POST") {
    const paid = books.atOnce(() => account.pay(id));
    if (paid) return response.writeHead(303, { location: paid.success_url }).end();
    return response.writeHead(410).end(session.status === "complete" ? "It is paid already" : "This page has expired");
  }
  if (session.status !== "open") return response.writeHead(410).end("There is nothing to pay here any more");
  const amount = ((session.amount_total ?? 0) / 100).toFixed(2);
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Pay</title>
<main><h1>Pay $${amount}</h1><form method="post"><button>Pay</button></form>
<a href="${session.cancel_url.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">Back</a></main></html>`);
}
