import { tracingChannel } from "node:diagnostics_channel";
import type { PaymentProvider } from "./provider.ts";

const observed = [
  ...(["createCheckout", "readPayment", "capture", "release"] as const),
  ...(["expireCheckout", "refund", "listRefunds"] as const),
] as const;

/** A request to a payment provider, as metrics and traces see it. */
export interface ProviderCall {
  provider: string;
  call: (typeof observed)[number];
  /** Set when it failed. */
  error?: unknown;
}

/** Published around each request to a payment provider. */
export const providerCalls = tracingChannel<ProviderCall>("torg:provider-call");

/** The same provider, whose requests are published. */
export function observeProvider(provider: PaymentProvider): PaymentProvider {
  const calls = observed.flatMap((call) => {
    const run = provider[call] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (!run) return [];
    const traced = (...args: unknown[]) =>
      providerCalls.tracePromise(() => run.apply(provider, args), { provider: provider.name, call });
    return [[call, traced] as const];
  });
  return { ...provider, ...Object.fromEntries(calls) };
}
