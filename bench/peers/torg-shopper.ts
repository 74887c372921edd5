import { randomUUID } from "node:crypto";
import { type Client, contentOf, type Outcome, type ShoppedProduct, type Shopper } from "../support/shopper.ts";

/** A signed-in customer of Torg who orders without a cart. */
export function createOrderShopper(client: Client, besides: object): Shopper {
  return async (products) => () => order(client, products, besides);
}

/** A signed-in customer whose browser saves the cart and reads its current prices before the order. */
export function createCartShopper(client: Client, besides: object): Shopper {
  let revision = 0;
  return async (products) => {
    const lines = products.map(({ id, title, priceCents = 0, thumbnail }) => ({
      ...{ id, title, thumbnail },
      price: priceCents / 100,
      quantity: 1,
    }));
    const save = async () => contentOf(await client.post("/cart/saved", { revision, lines }));
    let answer = await save();
    revision = answer.revision;
    // An earlier run of the same customer has saved one.
    if (!answer.saved) {
      answer = await save();
      revision = answer.revision;
    }
    if (!answer.saved) throw new Error("The cart was not saved");
    contentOf(await client.post("/cart/goods", { ids: products.map(({ id }) => id) }));
    return () => order(client, products, besides);
  };
}

async function order(client: Client, products: ShoppedProduct[], besides: object): Promise<Outcome> {
  const { status, text } = await client.post("/orders", {
    paymentMethod: "visa",
    billingAddress: "Storgata 1, 0155 Oslo",
    checkoutKey: randomUUID(),
    ...besides,
    lines: products.map(({ id, priceCents, catalogCents }) => ({ id, priceCents, catalogCents, quantity: 1 })),
  });
  if (/"orderNumber":"[A-Z0-9]{10}"/.test(text)) return { ended: "ordered" };
  if (status === 409) return { ended: "sold out" };
  return { ended: "failed", problem: `${status} ${text.slice(0, 200)}` };
}
