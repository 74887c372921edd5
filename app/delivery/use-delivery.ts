import { useState } from "react";
import { type DeliveryChoice, type DeliveryOption, defaultOption, optionsFor } from "#shop/delivery/delivery-option.ts";

export interface DeliveryState {
  /** The options for the address; all of them before there is one. */
  possible: DeliveryOption[];
  /** The chosen one, or the default. If none delivers to the address, the default of all. */
  option: DeliveryOption;
  isNowhere: boolean;
  choose: (id: number) => void;
  setAddress: (address: string) => void;
}

/**
 * The delivery option of a checkout; undefined where there is nothing to choose.
 *
 * @param address the customer's, until they type another one
 * @param discountedCents what the items cost, from which delivery may be free
 */
export function useDelivery(
  choice: DeliveryChoice | undefined,
  { address, discountedCents }: { address: string; discountedCents: number },
): DeliveryState | undefined {
  const [typed, setAddress] = useState(address);
  const [chosenId, choose] = useState<number>();
  if (!choice) return undefined;
  const fitting = typed.trim() ? optionsFor(choice.options, typed, choice.countries) : choice.options;
  const isNowhere = fitting.length === 0;
  const possible = isNowhere ? choice.options : fitting;
  const option = possible.find(({ id }) => id === chosenId) ?? defaultOption(possible, discountedCents);
  return option && { possible: fitting, option, isNowhere, choose, setAddress };
}
