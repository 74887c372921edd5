import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../soak/seeded-random.ts";
import type { Delivery, openProviderBooks } from "./provider-books.ts";

/** What becomes of a request: it is not heard; it is done, but its answer gets lost; or the answer waits. */
export type Trouble = "unavailable" | "cut" | Promise<void>;

/** Milliseconds. Providers try for days, with growing pauses. */
const firstRetry = 200;
const longestRetry = 3000;
const pollIntervalMs = 50;
const deliveriesAtOnce = 6;

interface Provider {
  books: Pick<ReturnType<typeof openProviderBooks>, "dueDeliveries" | "postpone" | "endDelivery" | "close">;
  port: number;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  /** Posts an event. @returns whether it was accepted; otherwise it is posted again */
  post: (eventId: string) => Promise<boolean>;
}

/** Serves the stand-in for a payment provider, and delivers its events until it is closed. */
export async function serveProvider({ books, port, answer, post }: Provider) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  async function deliverDue() {
    const due = books.dueDeliveries(Date.now());
    const takeNext = async () => {
      for (let delivery = due.shift(); delivery && !isClosing; delivery = due.shift()) await deliver(delivery);
    };
    await Promise.all(Array.from({ length: deliveriesAtOnce }, takeNext));
  }

  async function deliver({ id, eventId, attempts }: Delivery) {
    if (await post(eventId)) books.endDelivery(id);
    else books.postpone(id, Date.now() + Math.min(firstRetry * 2 ** attempts, longestRetry));
  }

  let isClosing = false;
  const delivering = (async () => {
    while (!isClosing) {
      await deliverDue();
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  })();

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      isClosing = true;
      await delivering;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      books.close();
    },
  };
}

/** Posts an event to the shop. @returns whether it accepted it */
export async function postEvent(url: string, { body, headers }: { body: string; headers: Record<string, string> }) {
  try {
    return (await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(20_000) })).ok;
  } catch {
    return false;
  }
}

/** When an event is sent, in milliseconds from now: at once, late, twice, out of order or never. */
export function randomDelays(random: Random) {
  const chance = random();
  if (chance < 0.15) return [];
  if (chance < 0.3) return [0, random() * 1000];
  return chance < 0.6 ? [random() * 2000] : [0];
}
