import { actorLabel, staff } from "#shop/orders/state/events.ts";
import type { OrderState } from "#shop/orders/state/state-machine.ts";
import type { Withdrawal } from "#shop/orders/withdrawals/read-withdrawals.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { Part } from "../screen/screen.tsx";

/** A statement of withdrawal as screens show it. */
export function shownWithdrawal(
  { id, name, email, orderNumber, content, isLate, receivedAt, mailedAt, doneAt, matchedBy, matchedAt }: Withdrawal,
  regional: Regional,
) {
  return {
    ...{ id, name, email, orderNumber, content, isLate: isLate === 1, isDone: doneAt !== null },
    received: formatMoment(receivedAt, regional),
    confirmed: mailedAt === null ? undefined : formatMoment(mailedAt, regional),
    matched:
      matchedAt === null
        ? undefined
        : `Matched by ${actorLabel(staff(matchedBy ?? ""))} ${formatMoment(matchedAt, regional)}`,
  };
}

export type ShownWithdrawal = ReturnType<typeof shownWithdrawal>;

interface WithdrawalsProps {
  withdrawals: ShownWithdrawal[];
  state: OrderState;
  /** The order's return requests: a withdrawal's has its id. */
  returns: { id: string }[];
}

/** An order's statements of withdrawal, and what to do about them. */
export function Withdrawals({ withdrawals, state, returns }: WithdrawalsProps) {
  if (withdrawals.length === 0) return null;
  const hasReturn = withdrawals.every(({ id }) => returns.some((request) => request.id === id));
  const suggestion = hasReturn ? undefined : suggestionFor(state);
  return (
    <Part title="Withdrawals" id="withdrawals">
      <ul className="grid gap-5">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="grid gap-1">
            <WithdrawalText {...withdrawal} />
          </li>
        ))}
      </ul>
      {suggestion && <p className="mt-4">{suggestion}</p>}
    </Part>
  );
}

/** What a statement says, when it came, and when it was confirmed. */
export function WithdrawalText({ name, email, content, isLate, received, confirmed, matched }: ShownWithdrawal) {
  return (
    <>
      <p dir="auto" className="typed-text font-medium text-start">
        {content}
      </p>
      <p className="text-sm wrap-anywhere text-soft">
        <bdi>{name}</bdi>, {email}
      </p>
      <p className="text-sm text-soft">
        Received {received}
        {isLate && ", after the period to withdraw had ended"} ·{" "}
        {confirmed ? `Confirmed by email ${confirmed}` : "The confirmation hasn't been emailed yet"}
      </p>
      {matched && <p className="text-sm text-soft">{matched}</p>}
    </>
  );
}

/** What staff can do about an order without a return request. */
function suggestionFor(state: OrderState) {
  if (state === "paid") return "The order hasn't been sent. Cancel it, which refunds it, or refund the items.";
  if (state === "sent" || state === "delivered")
    return "Items without a return request have already come back, or are exempt from the right of withdrawal.";
  if (state === "awaiting-payment") return "The order isn't paid. Cancel it.";
  return undefined;
}
