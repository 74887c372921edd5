/** Who pays for sending back what a customer doesn't want. See docs/decisions/0359. */
export const returnPayers = ["shop", "customer"] as const;

export type ReturnPayer = (typeof returnPayers)[number];

/** Sending back what is damaged or wrong is always the shop's cost (Directive (EU) 2019/771, article 14). */
const sentences = {
  order: {
    shop: "Sending it back is free for you.",
    customer: "You pay for sending it back, unless it arrived damaged or wrong.",
  },
  items: {
    shop: "Sending the items back is free for you.",
    customer: "You pay for sending the items back, unless they arrived damaged or wrong.",
  },
  withdrawn: {
    shop: "If the items were sent to you, sending them back is free for you.",
    customer: "If the items were sent to you, you pay for sending them back, unless they arrived damaged or wrong.",
  },
  withdrawal: {
    shop: "If you withdraw, sending the items back is free for you.",
    customer: "If you withdraw, you pay for sending the items back, unless they arrived damaged or wrong.",
  },
} satisfies Record<string, Record<ReturnPayer, string>>;

/**
 * What pages and emails say of it.
 *
 * @param about what the text around it is about: an order or product, the items of a return, a statement of withdrawal that was received (whether or not its order
 *   exists or was sent), or the right of withdrawal (Directive 2011/83/EU, article 6(1)(i))
 */
export function returnCostSentence(payer: ReturnPayer, about: keyof typeof sentences = "order") {
  return sentences[about][payer];
}
