import type { ReactNode } from "react";
import { notified } from "#shop/mail/mail-server/notified.ts";
import { unmatchObstacle } from "#shop/orders/state/apply-unmatch.ts";
import { actorLabel, staff } from "#shop/orders/state/events.ts";
import type { OrderState } from "#shop/orders/state/state-machine.ts";
import { returnIdOf, type Withdrawal } from "#shop/orders/withdrawals/read-withdrawals.ts";
import type { LiveSettings } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { Button } from "#ui/button.tsx";
import { useAccess } from "../access/use-access.ts";
import { PostForm } from "../forms/post-form.tsx";
import { Part } from "../screen/screen.tsx";

/** A statement of withdrawal as screens show it. @param order the one that staff have matched it with */
export function shownWithdrawal(row: Withdrawal, regional: Regional, order?: Parameters<typeof unmatchObstacle>[0]) {
  const { id, name, email, orderNumber, content, isLate, receivedAt, mailedAt, doneAt, matchedBy, matchedAt } = row;
  return {
    ...{ id, name, email, orderNumber, content, isLate: isLate === 1, isDone: doneAt !== null },
    returnId: returnIdOf(row),
    received: formatMoment(receivedAt, regional),
    confirmed: mailedAt === null ? undefined : formatMoment(mailedAt, regional),
    matched:
      matchedAt === null
        ? undefined
        : `Matched by ${actorLabel(staff(matchedBy ?? ""))} ${formatMoment(matchedAt, regional)}`,
    whyMatchStays: matchedAt !== null && order ? unmatchObstacle(order, returnIdOf(row)) : undefined,
  };
}

export type ShownWithdrawal = ReturnType<typeof shownWithdrawal>;

interface WithdrawalsProps {
  orderNumber: string;
  withdrawals: ShownWithdrawal[];
  state: OrderState;
  /** The order's return requests. */
  returns: { id: string }[];
}

/** An order's statements of withdrawal, and what to do about them. */
export function Withdrawals({ orderNumber, withdrawals, state, returns }: WithdrawalsProps) {
  if (withdrawals.length === 0) return null;
  const hasReturn = withdrawals.every(({ returnId }) => returns.some(({ id }) => id === returnId));
  const suggestion = hasReturn ? undefined : suggestionFor(state);
  return (
    <Part title="Withdrawals" id="withdrawals">
      <ul className="grid gap-5">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="grid gap-1">
            <WithdrawalText {...withdrawal} />
            {withdrawal.whyMatchStays && <p className="text-sm text-soft">{withdrawal.whyMatchStays}</p>}
            {withdrawal.matched && !withdrawal.whyMatchStays && (
              <UnmatchForm id={withdrawal.id} orderNumber={orderNumber}>
                <p className="text-sm text-soft">
                  Wrong order? The withdrawal then waits for the right one. If the customer was emailed about a return,
                  they are told that it was a mistake.
                </p>
              </UnmatchForm>
            )}
          </li>
        ))}
      </ul>
      {suggestion && <p className="mt-4">{suggestion}</p>}
    </Part>
  );
}

interface UnmatchFormProps {
  id: string;
  /** The order that the statement is matched with. */
  orderNumber: string;
  children?: ReactNode;
}

/** Takes back a match by hand, on the order's page and in the list of withdrawals. */
export function UnmatchForm({ id, orderNumber, children }: UnmatchFormProps) {
  const mayChange = useAccess().may("changeOrders");
  if (!mayChange) return null;
  return (
    <PostForm step="unmatch" className="mt-2 grid justify-items-start gap-2 print:hidden">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="orderNumber" value={orderNumber} />
      {children}
      <Button look="quiet">Not this order</Button>
    </PostForm>
  );
}

/** @param isTold whether the order's customer is emailed that it was a mistake */
export function unmatchedMessage(
  orderNumber: string,
  isTold: boolean,
  settings: Pick<LiveSettings, "smtpUrl" | "isMailServerLocked">,
) {
  const told = isTold ? ` ${notified(settings)}` : "";
  return `No longer matched with order ${orderNumber}. The withdrawal waits for the right order.${told}`;
}

/** What a statement says, when it came, and when it was confirmed. */
export function WithdrawalText({ name, email, orderNumber, content, ...statement }: ShownWithdrawal) {
  const { isLate, received, confirmed, matched } = statement;
  return (
    <>
      <p dir="auto" className="typed-text font-medium text-start">
        {content}
      </p>
      <p className="text-sm wrap-anywhere text-soft">
        <bdi>{name}</bdi>, {email} · Order number as typed: <bdi>{orderNumber}</bdi>
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
