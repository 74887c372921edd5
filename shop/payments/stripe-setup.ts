import * as v from "valibot";
import { webAddress } from "../forms/form-rules.ts";
import type { ProviderSetup } from "./provider.ts";
import type { StripeSettings } from "./stripe.ts";

const environment = v.pipe(
  v.object({
    STRIPE_SECRET_KEY: v.optional(v.string()),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
    STRIPE_API_URL: v.optional(webAddress),
  }),
  v.forward(
    v.check(
      ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }) => !STRIPE_SECRET_KEY || Boolean(STRIPE_WEBHOOK_SECRET),
      "is required with STRIPE_SECRET_KEY. It verifies Stripe events.",
    ),
    ["STRIPE_WEBHOOK_SECRET"],
  ),
  v.transform(
    ({
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: apiUrl,
    }): StripeSettings | undefined => (secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : undefined),
  ),
);

/** Payments by Stripe Checkout. Its library is only loaded when it is set up. */
export const stripeSetup = {
  label: "Card",
  checkoutNote: "You'll pay on the next page, with our payment provider. We never see your card details.",
  refundNote: "We'll refund your payment to your card.",
  takesCards: true,
  account: {
    name: "Stripe",
    offers: "cards, Apple Pay, Google Pay, Klarna and others",
    signUp: "https://dashboard.stripe.com/register",
  },
  requiredVariables: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  environment,
  // https://docs.stripe.com/keys
  modeOf: ({ secretKey }: StripeSettings) => (/^[a-z]+_test_/.test(secretKey) ? "test" : "live"),
  open: async (settings: StripeSettings) => (await import("./stripe.ts")).createStripePayments(settings),
} satisfies ProviderSetup;
