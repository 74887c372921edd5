import type { Database } from "#database/connect.ts";
import { orderOf, orderOverWeb } from "./orders.ts";
import type { PlainBrowser } from "./plain-browser.ts";

/** How often a shopper presses the button again, every 50 ms: for longer than any start takes. */
const maxTries = 1000;

/** Concurrent browsers that keep buying one "coffee" each until stopped. */
export function startRush(browsers: PlainBrowser[]) {
  let stopping = false;
  const answered: string[] = [];
  const shoppers = browsers.map(async (browser) => {
    while (!stopping) {
      const form = orderOf([["coffee", 1]]);
      // A shopper whose process was killed gets no answer, and presses the button again.
      for (let tries = 0; ; tries++) {
        const number = await orderOverWeb(browser, form).catch((error) => {
          if (tries === maxTries) throw error;
        });
        if (number) answered.push(number);
        if (number) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
  return {
    /** The numbers of the orders that were answered so far. */
    answered,
    /** Waits until so many more orders are answered. */
    async more(count: number) {
      const enough = answered.length + count;
      while (answered.length < enough) await Promise.race([...shoppers, new Promise((look) => setTimeout(look, 20))]);
    },
    /** Lets the shoppers end. @returns the numbers of all orders that were answered */
    async stop() {
      stopping = true;
      await Promise.all(shoppers);
      return answered;
    },
  };
}

/** What a database says that was sold of "coffee": the orders' numbers, their pieces, and the stock that is left. */
export async function readSold(db: Database) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("orderLines", "orderLines.orderId", "orders.id")
    .where("productId", "=", "coffee")
    .select(["orderNumber", "quantity"])
    .execute();
  const { stock } = await db
    .selectFrom("products")
    .select("stock")
    .where("id", "=", "coffee")
    .executeTakeFirstOrThrow();
  return {
    orderNumbers: orders.map(({ orderNumber }) => orderNumber),
    pieces: orders.reduce((sum, { quantity }) => sum + quantity, 0),
    stock,
  };
}
