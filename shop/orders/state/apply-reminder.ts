import { addEvent, type ByActor, CorrectionRefusedError, dueCents, eventOf, type OrderChange } from "./order.ts";

/**
 * Reminds a customer of an invoice that isn't paid yet, at most once a day.
 *
 * @param today when the day began where the shop is, in milliseconds since 1970 (UTC)
 * @throws TransitionRefusedError, CorrectionRefusedError
 */
export function applyReminder(unchanged: OrderChange, { today, ...by }: ByActor & { today: number }): OrderChange {
  const { order } = unchanged;
  if (order.payment.state === "settled") throw new CorrectionRefusedError("This order has already been paid");
  const reminded = addEvent(unchanged, eventOf("reminded", by), "orderStep");
  if (dueCents(order) === 0) throw new CorrectionRefusedError("Nothing is left to pay for this order");
  if (order.events.some(({ step, createdAt }) => step === "reminded" && createdAt >= today))
    throw new CorrectionRefusedError("The customer was already reminded today");
  return reminded;
}
