import { cancelCart, createCart, getCart, updateCart } from "#shop/platforms/carts.ts";
import { platformCartForm } from "#shop/platforms/selection-form.ts";
import { defineOperation, type Operation } from "./operation.ts";

const common = { capability: "dev.ucp.shopping.cart", resultSchema: "cart.json" } as const;

/** https://ucp.dev/2026-04-08/specification/cart */
export const cartOperations: Operation[] = [
  defineOperation({
    ...{ ...common, name: "create_cart", title: "Create a cart", method: "POST", path: "/carts", changes: true },
    description: "Opens a cart with items for a buyer. Its continue_url opens the shop with these items.",
    ...{ bodyName: "cart", body: platformCartForm },
    run: async ({ db, body, ...caller }) => ({ content: await createCart(db, caller, body), status: 201 }),
  }),
  defineOperation({
    ...{ ...common, name: "get_cart", title: "Get a cart", method: "GET", path: "/carts/:id" },
    description: "Reads a cart at the shop's current prices and stock.",
    run: async ({ db, id, ...caller }) => ({ content: await getCart(db, caller, id) }),
  }),
  defineOperation({
    ...{ ...common, name: "update_cart", title: "Update a cart", method: "PUT", path: "/carts/:id", changes: true },
    description: "Replaces all that is in a cart.",
    ...{ bodyName: "cart", body: platformCartForm },
    run: async ({ db, id, body, ...caller }) => ({ content: await updateCart(db, caller, id, body) }),
  }),
  defineOperation({
    ...{ ...common, name: "cancel_cart", title: "Cancel a cart", method: "POST", path: "/carts/:id/cancel" },
    description: "Deletes a cart, and answers what it held.",
    changes: "withKey",
    run: async ({ db, id, ...caller }) => ({ content: await cancelCart(db, caller, id) }),
  }),
];
