import { randomInt } from "node:crypto";
import { type Client, contentOf, type Outcome, type Shopper } from "../../support/shopper.ts";

const address = {
  ...{ full_name: "Kari Nordmann", telephone: "22222222", address_1: "Storgata 1" },
  ...{ city: "Oslo", province: "Oslo", country: "NO", postcode: "0155" },
};
const customer = { email: "kari@example.com", fullName: address.full_name };

/**
 * A guest of EverShop: two requests, the cart and the order.
 *
 * @param besides the delivery option
 */
export function createShopper(client: Client, besides: object): Shopper {
  return async (products) => {
    // It answers an address 120 times a minute. Behind its proxy, each purchase comes from another one.
    client.headers["x-forwarded-for"] = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const items = products.map(({ id }) => ({ sku: id, qty: 1 }));
    const cart = { customer_email: customer.email, customer_full_name: customer.fullName, items };
    const { cartId } = contentOf(await client.post("/api/carts", cart)).data;
    return async (): Promise<Outcome> => {
      const order = {
        ...{ cart_id: cartId, customer, shippingAddress: address, billingAddress: address, paymentMethod: "cod" },
        ...besides,
      };
      const { status, text } = await client.post(`/api/carts/${cartId}/checkout`, order);
      if (status === 200 && JSON.parse(text).data?.order_number) return { ended: "ordered" };
      if (/out of stock|not enough stock|not available/i.test(text)) return { ended: "sold out" };
      return { ended: "failed", problem: `${status} ${text.slice(0, 200)}` };
    };
  };
}
