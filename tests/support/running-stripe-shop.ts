import { onTestFinished } from "vitest";
import { openRunningShop } from "./running-shop.ts";
import { openStripeStandIn, stripeSecretKey, stripeWebhookSecret } from "./stripe-stand-in.ts";

/** An open shop that is paid by way of the stand-in, whose events get lost. @param settings further ones */
export async function openRunningStripeShop(settings: Record<string, string> = {}) {
  const stripe = await openStripeStandIn();
  onTestFinished(stripe.close);
  const { shop, close } = await openRunningShop("sqlite", {
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    STRIPE_API_URL: stripe.url,
    ...settings,
  });
  onTestFinished(close);
  return { stripe, shop };
}
