import { data, href, Link } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import { staff } from "#shop/orders/state/events.ts";
import { OrderUnknownError } from "#shop/orders/state/order.ts";
import { setWithdrawalDone } from "#shop/orders/withdrawals/finish-withdrawal.ts";
import {
  MatchRefusedError,
  MatchUnconfirmedError,
  matchWithdrawal,
} from "#shop/orders/withdrawals/match-withdrawal.ts";
import { findWithdrawals, withdrawalStates, withdrawalStatus } from "#shop/orders/withdrawals/read-withdrawals.ts";
import { unmatchWithdrawal } from "#shop/orders/withdrawals/unmatch-withdrawal.ts";
import type { Shop } from "#shop/shop.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { useAccess } from "../access/use-access.ts";
import { CheckboxField, TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { readListCursor, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { shownWithdrawal, UnmatchForm, unmatchedMessage, WithdrawalText } from "../orders/withdrawals.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/withdrawal-list";

const withdrawalsPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const state = withdrawalStates.find((name) => name === url.searchParams.get("state")) ?? withdrawalStates[0];
  const cursor = readListCursor(url.searchParams);
  const found = await findWithdrawals(db, {
    state,
    after: cursor && { receivedAt: cursor.moment, id: cursor.id },
    limit: withdrawalsPerPage + 1,
  });
  requireListPage(url, { rows: found, cursor });
  const shown = found.slice(0, withdrawalsPerPage);
  const last = shown.at(-1);
  return {
    query: { state },
    isFirst: cursor === undefined,
    next: found.length > shown.length && last ? `${last.receivedAt}-${last.id}` : undefined,
    withdrawals: shown.map((row) => ({
      ...shownWithdrawal(row, settings),
      ...{ matchedNumber: row.matchedNumber, status: withdrawalStatus(row), isWaiting: Boolean(row.isWaiting) },
    })),
  };
}

/** Marks one as done, or as waiting again, says which order it is about, or takes that back. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id = "", step, orderNumber = "", confirm } = textFields(await readForm(request));
  const { email } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const { pathname, search } = new URL(request.url);
  if (step === "match") {
    const matched = await match(shop, id, { orderNumber, confirmed: confirm, actor: staff(email) });
    if ("error" in matched) return data({ id, step, orderNumber, ...matched }, 422);
    return redirectWithFlash(context, pathname + search, `Matched with order ${matched.number}`);
  }
  if (step === "unmatch") {
    const unmatched = await unmatch(shop, id, { orderNumber, actor: staff(email) });
    if ("error" in unmatched) return data({ id, step, orderNumber, ...unmatched }, 422);
    return redirectWithFlash(context, pathname + search, unmatched.done);
  }
  const isDone = step !== "reopen";
  if (!(await setWithdrawalDone(shop, id, { actor: email, isDone }))) throw data(null, 404);
  return redirectWithFlash(context, pathname + search, isDone ? "Marked as done" : "Reopened");
}

/** @returns what to tell staff, or why it can't be undone */
async function unmatch(
  shop: Shop,
  id: string,
  by: Parameters<typeof unmatchWithdrawal>[2],
): Promise<{ done: string } | { error: string; confirm?: undefined }> {
  try {
    const { orderNumber, isTold } = await unmatchWithdrawal(shop, id, by);
    return { done: unmatchedMessage(orderNumber, isTold) };
  } catch (error) {
    if (error instanceof MatchRefusedError || error instanceof OrderUnknownError) return { error: error.message };
    throw error;
  }
}

/** @returns the order's number, or why it isn't matched and the number that a confirmation must name */
async function match(
  shop: Shop,
  id: string,
  by: Parameters<typeof matchWithdrawal>[2],
): Promise<{ number: string } | { error: string; confirm?: string }> {
  try {
    return { number: await matchWithdrawal(shop, id, by) };
  } catch (error) {
    if (error instanceof MatchUnconfirmedError) return { error: error.message, confirm: error.orderNumber };
    if (error instanceof MatchRefusedError) return { error: error.message };
    if (error instanceof OrderUnknownError) return { error: "No order has this number" };
    throw error;
  }
}

export default function WithdrawalList({
  loaderData: { query, withdrawals, next, isFirst },
  actionData: refused,
}: Route.ComponentProps) {
  const mayChange = useAccess().may("changeOrders");
  const isAll = query.state === "all";
  // Its order may have been found since, and then the row has no form for the message.
  const isTyped = ({ id, matchedNumber, isDone }: (typeof withdrawals)[number]) =>
    refused?.step === "match" && refused.id === id && matchedNumber === null && !isDone;
  return (
    <Screen
      title="Withdrawals"
      summary="Customers' statements that they withdraw from a contract. They are evidence, so nothing in them can be changed or deleted."
      actions={
        <Button href={`/owner/withdrawals${isAll ? "" : "?state=all"}`} look="quiet">
          {isAll ? "Show those to answer" : "Show all"}
        </Button>
      }
    >
      {refused && !withdrawals.some(isTyped) && <Alert>{refused.error}</Alert>}
      <Table
        caption="Withdrawals"
        rows={withdrawals}
        keyOf={({ id }) => id}
        empty={isAll ? "No withdrawals yet." : "No withdrawals to answer."}
        room="some"
        columns={[
          { name: "Withdrawal from", isTitle: true, cell: (withdrawal) => <WithdrawalText {...withdrawal} /> },
          {
            name: "Order",
            cell: (withdrawal) =>
              withdrawal.matchedNumber === null ? (
                <>
                  <bdi className="wrap-anywhere">{withdrawal.orderNumber}</bdi>
                  <span className="block text-sm text-soft">No order has this number and email</span>
                  {mayChange && !withdrawal.isDone && (
                    <MatchForm id={withdrawal.id} refused={isTyped(withdrawal) ? refused : undefined} />
                  )}
                </>
              ) : (
                <>
                  <OrderLink orderNumber={withdrawal.matchedNumber} />
                  {withdrawal.matched && <UnmatchForm id={withdrawal.id} orderNumber={withdrawal.matchedNumber} />}
                </>
              ),
          },
          {
            name: "Status",
            cell: ({ id, status, isDone, isWaiting }) => (
              <div className="grid justify-items-start gap-2">
                {status}
                {mayChange && (isDone || isWaiting) && (
                  <PostForm>
                    <input type="hidden" name="id" value={id} />
                    <Button name="step" value={isDone ? "reopen" : "done"} look="quiet">
                      {isDone ? "Reopen" : "Mark as done"}
                    </Button>
                  </PostForm>
                )}
              </div>
            ),
          },
        ]}
      />
      <Pager label="Withdrawal pages" path="/owner/withdrawals" query={query} isFirst={isFirst} next={next} />
    </Screen>
  );
}

function OrderLink({ orderNumber }: { orderNumber: string }) {
  return (
    <Link to={href("/orders/:orderNumber", { orderNumber })} className="text-link">
      {orderNumber}
    </Link>
  );
}

interface MatchFormProps {
  id: string;
  refused: { orderNumber: string; error: string; confirm?: string } | undefined;
}

/** Asks for the order of a statement that matches none: its number may be mistyped. A confirmation is good for one order. */
function MatchForm({ id, refused }: MatchFormProps) {
  return (
    <PostForm step="match" action={`#order-${id}`} className="mt-2 grid max-w-48 justify-items-start gap-2">
      <input type="hidden" name="id" value={id} />
      <TextField
        id={`order-${id}`}
        name="orderNumber"
        label="Right order number"
        defaultValue={refused?.orderNumber}
        error={refused?.error}
        required
        autoFocus={refused !== undefined}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
      />
      {refused?.confirm !== undefined && (
        <CheckboxField
          id={`confirm-${id}`}
          name="confirm"
          value={refused.confirm}
          label={`This withdrawal is for order ${refused.confirm}`}
          hint="The order's customer gets the emails about the return."
        />
      )}
      <Button look="quiet">Match</Button>
    </PostForm>
  );
}
