import { Agent, type OutgoingHttpHeaders, request } from "node:http";

/** What is bought. Shops that don't ask for prices need the id alone. */
export interface ShoppedProduct {
  id: string;
  priceCents?: number;
  catalogCents?: number;
  title?: string;
  thumbnail?: string;
}

/** How a payment ended. `problem` is the answer of a shop that failed. */
export type Outcome = { ended: "ordered" } | { ended: "sold out" } | { ended: "failed"; problem: string };

/** Fills a cart, one piece of each product. @returns what pays for it @throws when the shop refuses it */
export type Shopper = (products: ShoppedProduct[]) => Promise<() => Promise<Outcome>>;

/** Makes a shopper of one kind of shop. @param besides what all their orders say */
export type CreateShopper = (client: Client, besides: object) => Shopper;

export type Client = ReturnType<typeof createClient>;

/** One shopper's connection to a shop. What is set in `headers` is sent with all its requests. */
export function createClient(url: string, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers: OutgoingHttpHeaders = cookie ? { cookie } : {};
  return { headers, post, close: () => agent.destroy() };

  function post(path: string, content: object) {
    const body = JSON.stringify(content);
    const described = { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    return new Promise<Answer>((resolve, reject) => {
      const sending = request(url + path, { method: "POST", agent, headers: described }, async (answer) => {
        let text = "";
        for await (const part of answer) text += part;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
      sending.on("error", reject);
      sending.end(body);
    });
  }
}

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** @returns the answer's content @throws unless it is a success */
export function contentOf({ status, text }: Answer) {
  if (status < 200 || status > 299) throw new Error(`${status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}
