import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex } from "./103-large-lists.ts";

export const messageIndexes: LargeIndex[] = [
  {
    name: "contactMessages_order",
    table: "contactMessages",
    columns: `"orderNumber", "submittedAt"`,
    where: `"orderNumber" is not null`,
  },
];

/** Lets an order's screen show what its customer has written about it. */
export function indexMessagesAboutOrders(engine: Engine) {
  return indexLarge(engine, messageIndexes, "113");
}
