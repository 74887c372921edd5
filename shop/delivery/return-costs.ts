/** Who pays for sending back what a customer doesn't want. See docs/decisions/0360. */
export const returnPayers = ["shop", "customer"] as const;

export type ReturnPayer = (typeof returnPayers)[number];

/** What the shop's pages say of it. Sending back what is damaged or wrong is always the shop's cost (Directive (EU) 2019/771, article 14). */
export function returnCostSentence(payer: ReturnPayer) {
  return payer === "shop"
    ? "Sending it back is free for you."
    : "You pay for sending it back, unless it arrived damaged or wrong.";
}
