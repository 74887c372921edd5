import type * as v from "valibot";
import { observeProvider } from "./observe-provider.ts";
import type { PaymentProvider, ProviderSetup } from "./provider.ts";
import { stripeSetup } from "./stripe-setup.ts";
import { vippsSetup } from "./vipps-setup.ts";

/** The providers that a shop can have, in the order in which the checkout offers them. Payments and event addresses have these names. See docs/decisions/0195. */
const registry = {
  stripe: stripeSetup,
  vipps: vippsSetup,
} satisfies Record<string, ProviderSetup>;

/** The settings of the providers that are set up, by name. */
export type ProviderSettings = {
  [Name in keyof typeof registry]?: v.InferOutput<(typeof registry)[Name]["environment"]>;
};

/** The providers that are set up, by name. */
export type Payments = ReadonlyMap<string, PaymentProvider>;

/** What is known of each provider without its settings, by name. */
export const providerSetups: ReadonlyMap<string, ProviderSetup> = new Map(Object.entries(registry));

/** Opens the providers that are set up. */
export async function openPayments(settings: ProviderSettings): Promise<Payments> {
  const set = new Map<string, unknown>(Object.entries(settings));
  const opened = [...providerSetups].flatMap(([name, setup]) => {
    const own = set.get(name);
    return own ? [setup.open(own as never).then((provider) => [name, observeProvider(provider)] as const)] : [];
  });
  return new Map(await Promise.all(opened));
}

/** Whether the keys of the providers that are set up take real money, by name. */
export function paymentModes(settings: ProviderSettings) {
  const set = Object.entries(settings).filter(([, own]) => own !== undefined);
  return new Map(set.map(([name, own]) => [name, providerSetups.get(name)?.modeOf(own as never)]));
}

/** What customers read of a provider, also of one that this version doesn't know any more. */
export function describeProvider(name: string): Pick<ProviderSetup, "label" | "checkoutNote" | "refundNote"> {
  return (
    providerSetups.get(name) ?? {
      label: titleOf(name),
      checkoutNote: "You'll pay on the next page, with our payment provider.",
      refundNote: "We'll refund your payment.",
    }
  );
}

/** A provider's name as a title: "Stripe". */
export function titleOf(name: string) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
