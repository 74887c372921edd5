import { getOrder as readOrder } from "#shop/platforms/orders.ts";
import { defineOperation } from "./operation.ts";

/** https://ucp.dev/2026-04-08/specification/order */
export const getOrder = defineOperation({
  ...{ name: "get_order", title: "Get an order", method: "GET", path: "/orders/:id" },
  ...{ capability: "dev.ucp.shopping.order", resultSchema: "order.json" },
  description: "Reads the order of a completed checkout: its items, parcels, returns and refunds.",
  run: async ({ db, id, ...caller }) => ({ content: await readOrder(db, caller, id) }),
});
