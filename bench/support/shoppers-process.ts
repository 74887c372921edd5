import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

/** What the shoppers do: each has a session and a connection, and orders again as soon as it gets an answer. */
export interface Shopping {
  url: string;
  /** One shopper's each. */
  cookies: string[];
  products: { id: string; priceCents: number; catalogCents?: number }[];
  /** What all orders say besides. */
  order?: object | undefined;
  seconds: number;
}

export interface Shopped {
  orders: number;
  /** Answers without an order's number. */
  failures: number;
  seconds: number;
  /** For which share of the time this process was at work. */
  generatorBusy: number;
  /** Milliseconds, of each order that was answered. */
  latencies: number[];
}

const linesOfOrder = 2;

process.on("message", async (shopping: Shopping) => process.send?.(await shop(shopping)));
process.send?.("ready");

async function shop({ url, cookies, products, order, seconds }: Shopping): Promise<Shopped> {
  const agent = new Agent({ keepAlive: true, maxSockets: cookies.length });
  const latencies: number[] = [];
  let failures = 0;
  const start = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(
    cookies.map(async (cookie, shopper) => {
      for (let turn = 0; performance.now() - start < seconds * 1000; turn++) {
        const sent = performance.now();
        const lines = chosen(products, shopper + turn).map((product) => ({ ...product, quantity: 1 }));
        if (await buy(agent, url, cookie, { ...order, lines })) latencies.push(performance.now() - sent);
        else failures++;
      }
    }),
  );
  agent.destroy();
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - start;
  const generatorBusy = (user + system) / 1000 / ms;
  return { orders: latencies.length, failures, seconds: ms / 1000, generatorBusy, latencies };
}

/** Different products at each turn. */
function chosen(products: Shopping["products"], turn: number) {
  const first = turn * linesOfOrder;
  return Array.from({ length: linesOfOrder }, (_, line) => products[(first + line) % products.length]);
}

/** @returns whether the answer has an order's number in it */
function buy(agent: Agent, url: string, cookie: string, order: object) {
  const body = JSON.stringify({
    paymentMethod: "visa",
    billingAddress: "Storgata 1, 0155 Oslo",
    checkoutKey: randomUUID(),
    ...order,
  });
  const headers = { cookie, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise<boolean>((resolve, reject) => {
    const sending = request(`${url}/orders`, { method: "POST", agent, headers }, async (answer) => {
      let text = "";
      for await (const part of answer) text += part;
      resolve(/"orderNumber":"[A-Z0-9]{10}"/.test(text));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
