import { useState } from "react";
import { knownArea } from "#shop/delivery/delivery-area.ts";
import type { Area } from "#shop/delivery/delivery-option.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "#shop/delivery/delivery-option.ts";

export interface DeliveryState {
  /** The options for the area. */
  possible: DeliveryOption[];
  /** The chosen one, or the default. If none is for the area, the default of all. */
  option: DeliveryOption;
  isNowhere: boolean;
  choose: (id: number) => void;
  setArea: (area: Area) => void;
}

/**
 * The delivery option of a checkout; undefined where there is nothing to choose.
 *
 * @param area the customer's, until they choose another one
 * @param discountedCents what the items cost, from which delivery may be free
 */
export function useDelivery(
  options: DeliveryOption[] | undefined,
  { area, discountedCents }: { area: Area; discountedCents: number },
): DeliveryState | undefined {
  const [typed, setArea] = useState(area);
  const [chosenId, choose] = useState<number>();
  if (!options) return undefined;
  const possible = optionsFor(options, knownArea(typed));
  const isNowhere = possible.length === 0;
  const offered = isNowhere ? options : possible;
  const option = offered.find(({ id }) => id === chosenId) ?? defaultOption(offered, discountedCents);
  return option && { possible, option, isNowhere, choose, setArea };
}
