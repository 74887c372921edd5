import { parse } from "#shop/forms/validate.ts";
import type { Caller } from "#shop/platforms/caller.ts";
import { newPlatformCheckoutForm, platformCartForm, platformCheckoutForm } from "#shop/platforms/selection-form.ts";
import type { Shop } from "#shop/shop.ts";

const profile = "https://platform.example/profile.json";

/** A platform that can do all that the shop can, with the given fields changed. */
export function callerOf(shop: Shop, changes: Partial<Caller> = {}): Caller {
  const names = ["cart", "checkout", "fulfillment", "discount", "buyer_consent", "order"];
  return {
    ...{ shop, platform: { url: profile }, clientAddress: "203.0.113.7", isSigned: false },
    capabilities: new Set(names.map((name) => `dev.ucp.shopping.${name}`)),
    ...changes,
  };
}

/** Lines as platforms send them, by the products' ids. */
export function linesOf(quantities: Record<string, number>) {
  return Object.entries(quantities).map(([id, quantity]) => ({ item: { id }, quantity }));
}

export function cartFormOf(body: object) {
  return parse(platformCartForm, body);
}

export function newCheckoutFormOf(body: object) {
  return parse(newPlatformCheckoutForm, body);
}

export function checkoutFormOf(body: object) {
  return parse(platformCheckoutForm, body);
}

/** An address in Norway, as platforms send it. */
export const address = {
  ...{ id: "home", street_address: "Storgata 1", address_locality: "Oslo", postal_code: "0155" },
  ...{ address_country: "NO", first_name: "Ada", last_name: "Lovelace" },
};

/** What a platform sends to have an order shipped to an address. */
export function shippedTo(destination: object, optionId?: string) {
  const groups = optionId === undefined ? {} : { groups: [{ selected_option_id: optionId }] };
  return { methods: [{ type: "shipping", destinations: [destination], ...groups }] };
}
