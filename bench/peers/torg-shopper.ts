import { order } from "../support/order-shopper.ts";
import { type Client, contentOf, type Shopper } from "../support/shopper.ts";

/** A signed-in customer whose browser saves the cart and reads its current prices before the order. */
export function createShopper(client: Client, besides: object): Shopper {
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
