import { data } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import { loadOrder } from "#shop/orders/load-order.ts";
import { actorLabel, staff } from "#shop/orders/state/events.ts";
import { OrderUnknownError } from "#shop/orders/state/order.ts";
import { setWithdrawalDone } from "#shop/orders/withdrawals/finish-withdrawal.ts";
import {
  MatchRefusedError,
  MatchUnconfirmedError,
  matchWithdrawal,
} from "#shop/orders/withdrawals/match-withdrawal.ts";
import {
  findWithdrawals,
  readUndoneMatches,
  withdrawalStates,
  withdrawalStatus,
} from "#shop/orders/withdrawals/read-withdrawals.ts";
import { unmatchWithdrawal } from "#shop/orders/withdrawals/unmatch-withdrawal.ts";
import type { Shop } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { useAccess } from "../access/use-access.ts";
import { PostForm } from "../forms/post-form.tsx";
import { readListCursor, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { MatchForm } from "../orders/match-form.tsx";
import { shownWithdrawal, UnmatchForm, unmatchedMessage, WithdrawalText } from "../orders/withdrawals.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { OrderLink } from "../screen/order-link.tsx";
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
    withdrawals: await shownRows({ db, settings }, shown),
  };
}

/** Statements with their status, and the matches of them that were undone. */
async function shownRows({ db, settings }: Pick<Shop, "db" | "settings">, rows: FoundRow[]) {
  const undone = await readUndoneMatches(
    db,
    rows.map(({ id }) => id),
  );
  const said = (by: string, at: number) => `by ${actorLabel(staff(by))} ${formatMoment(at, settings)}`;
  const shown = [];
  for (const row of rows) {
    const { matchedNumber, matchedAt } = row;
    const order = matchedNumber !== null && matchedAt !== null ? await loadOrder(db, matchedNumber) : undefined;
    shown.push({
      ...shownWithdrawal(row, settings, order),
      ...{ matchedNumber, status: withdrawalStatus(row), isWaiting: Boolean(row.isWaiting) },
      undoneMatches: undone
        .filter(({ withdrawalId }) => withdrawalId === row.id)
        .map(({ orderNumber, matchedBy, undoneBy, undoneAt, ...match }) => ({
          ...{ orderNumber, undoneAt },
          text: `Matched ${said(matchedBy, match.matchedAt)}, undone ${said(undoneBy, undoneAt)}`,
        })),
    });
  }
  return shown;
}

type FoundRow = Awaited<ReturnType<typeof findWithdrawals>>[number];

/** Marks one as done, or as waiting again, says which order it is about, or takes that back. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id = "", step, orderNumber = "", confirm, asked } = textFields(await readForm(request));
  const { email } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const { pathname, search } = new URL(request.url);
  const finish = (done: string, number?: string) => redirectWithFlash(context, pathname + search, done, number);
  const by = { orderNumber, actor: staff(email) };
  try {
    if (step === "match") {
      const number = await matchWithdrawal(shop, id, { ...by, confirmed: confirm });
      return finish(`Matched with order ${number}`, number);
    }
    if (step === "unmatch") {
      const unmatched = await unmatchWithdrawal(shop, id, by);
      return finish(unmatchedMessage(unmatched.orderNumber, unmatched.isTold, shop.settings), unmatched.orderNumber);
    }
  } catch (error) {
    const refused = refusalOf(error);
    const isUnticked = refused.confirm !== undefined && refused.confirm === asked;
    return data({ id, step, orderNumber, isUnticked, ...refused }, 422);
  }
  const isDone = step !== "reopen";
  if (!(await setWithdrawalDone(shop, id, { actor: email, isDone }))) throw data(null, 404);
  return finish(isDone ? "Marked as done" : "Reopened");
}

/** Why a statement isn't matched, or its match isn't undone, and the order number that a confirmation must name. @throws all other errors */
function refusalOf(error: unknown): { error: string; confirm?: string } {
  if (error instanceof MatchUnconfirmedError) return { error: error.message, confirm: error.orderNumber };
  if (error instanceof MatchRefusedError) return { error: error.message };
  if (error instanceof OrderUnknownError) return { error: "No order has this number" };
  throw error;
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
      <div className="[&_td]:align-top">
        <Table
          caption="Withdrawals"
          rows={withdrawals}
          keyOf={({ id }) => id}
          empty={isAll ? "No withdrawals yet." : "No withdrawals to answer."}
          room="some"
          columns={[
            {
              name: "Withdrawal from",
              isTitle: true,
              cell: (withdrawal) => (
                <>
                  <WithdrawalText {...withdrawal} />
                  {withdrawal.undoneMatches.map(({ orderNumber, undoneAt, text }) => (
                    <p key={undoneAt} className="text-sm text-soft">
                      <OrderLink orderNumber={orderNumber} />: {text}
                    </p>
                  ))}
                </>
              ),
            },
            {
              name: "Order",
              cell: (withdrawal) =>
                withdrawal.matchedNumber === null ? (
                  <>
                    <p>No order has this number and email</p>
                    {mayChange && !withdrawal.isDone && (
                      <MatchForm id={withdrawal.id} refused={isTyped(withdrawal) ? refused : undefined} />
                    )}
                  </>
                ) : (
                  <>
                    <OrderLink orderNumber={withdrawal.matchedNumber} />
                    {withdrawal.matched && !withdrawal.whyMatchStays && (
                      <UnmatchForm id={withdrawal.id} orderNumber={withdrawal.matchedNumber} />
                    )}
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
      </div>
      <Pager label="Withdrawal pages" path="/owner/withdrawals" query={query} isFirst={isFirst} next={next} />
    </Screen>
  );
}
