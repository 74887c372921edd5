import type { ReturnRequest } from "./state/order.ts";

/** A return request as programs read it. @param lines of its order */
export function returnJson(
  { id, kind, state, items, comment, answer, labelName, createdAt }: ReturnRequest,
  lines: { productId: string; title: string }[],
) {
  return {
    ...{ id, kind, state, createdAt: new Date(createdAt).toISOString() },
    items: items.map(({ productId, quantity, accepted, reason }) => ({
      ...{ id: productId, title: lines.find((line) => line.productId === productId)?.title ?? "" },
      ...{ quantity, accepted, reason },
    })),
    ...{ comment, answer, label: labelName },
  };
}
