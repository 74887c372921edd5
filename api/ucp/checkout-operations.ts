import {
  cancelCheckout,
  completeCheckout,
  createCheckout,
  getCheckout,
  updateCheckout,
} from "#shop/platforms/checkouts.ts";
import { completionForm, newPlatformCheckoutForm, platformCheckoutForm } from "#shop/platforms/selection-form.ts";
import { defineOperation, type Operation } from "./operation.ts";

const path = "/checkout-sessions";
const common = { capability: "dev.ucp.shopping.checkout", resultSchema: "checkout.json" } as const;
/** Buyers pay in the shop. */
const paymentHandlers = {};

/** https://ucp.dev/2026-04-08/specification/checkout */
export const checkoutOperations: Operation[] = [
  defineOperation({
    ...{ ...common, name: "create_checkout", title: "Create a checkout", method: "POST", path, changes: true },
    description: "Opens a checkout with items, or with those of a cart (cart_id). The buyer pays at its continue_url.",
    ...{ bodyName: "checkout", body: newPlatformCheckoutForm },
    async run({ db, body, ...caller }) {
      const { checkout, isNew } = await createCheckout(db, caller, body);
      return { content: checkout, paymentHandlers, ...(isNew && { status: 201 }) };
    },
  }),
  defineOperation({
    ...{ ...common, name: "get_checkout", title: "Get a checkout", method: "GET", path: `${path}/:id` },
    description: "Reads a checkout: what is missing, what it costs now, and the order once the buyer has paid.",
    run: async ({ db, id, ...caller }) => ({ content: await getCheckout(db, caller, id), paymentHandlers }),
  }),
  defineOperation({
    ...{ ...common, name: "update_checkout", title: "Update a checkout", method: "PUT", path: `${path}/:id` },
    description: "Replaces all that is in a checkout.",
    ...{ bodyName: "checkout", body: platformCheckoutForm, changes: true },
    run: async ({ db, id, body, ...caller }) => ({
      content: await updateCheckout(db, caller, id, body),
      paymentHandlers,
    }),
  }),
  defineOperation({
    ...{ ...common, name: "complete_checkout", title: "Complete a checkout", method: "POST" },
    description:
      "Answers what is missing, or that the buyer has to sign in and pay at continue_url. It takes no payment.",
    ...{ path: `${path}/:id/complete`, bodyName: "checkout", body: completionForm, changes: "withKey", isSigned: true },
    run: async ({ db, id, ...caller }) => ({ content: await completeCheckout(db, caller, id), paymentHandlers }),
  }),
  defineOperation({
    ...{ ...common, name: "cancel_checkout", title: "Cancel a checkout", method: "POST", path: `${path}/:id/cancel` },
    description: "Ends a checkout that the buyer hasn't ordered.",
    changes: "withKey",
    run: async ({ db, id, ...caller }) => ({ content: await cancelCheckout(db, caller, id), paymentHandlers }),
  }),
];
