import { providerSetups } from "../payments/registry.ts";
import { cards, offlineMethod } from "./payment-method.ts";

/** The name of an order's payment method. */
export function paymentMethodLabel(method: string) {
  const fixed = [...cards, offlineMethod].find(({ value }) => value === method);
  return fixed?.label ?? providerSetups.get(method)?.label ?? method;
}
