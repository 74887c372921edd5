import { randomUUID } from "node:crypto";
import { useEffect, useRef } from "react";
import { data, Form, href, redirect, useNavigation } from "react-router";
import { returnCostSentence } from "#shop/delivery/return-costs.ts";
import { isOutage } from "#shop/errors.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { textFields, validate } from "#shop/forms/validate.ts";
import { RateLimitError } from "#shop/limits/rate-limits.ts";
import { requestReturn, withdrawReturn } from "#shop/orders/returns/request-return.ts";
import { itemFieldNames, readReturnItems, returnCommentLimit, returnForm } from "#shop/orders/returns/return-form.ts";
import { ReturnRequestError } from "#shop/orders/state/order.ts";
import { lastReturnDay, returnObstacle } from "#shop/orders/state/return-requests.ts";
import { formatDay } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField } from "#ui/fields.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { SubmitButton } from "../forms/submit-button.tsx";
import { failedMeta, fallbackMeta, pageMeta } from "../meta/page-meta.ts";
import { OrderNotFound } from "../orders/order-not-found.tsx";
import { requireOwnOrder, shownReturnableLines } from "../orders/own-order.server.ts";
import { ReturnableLine } from "../orders/returnable-line.tsx";
import { isUnavailable } from "../page/unavailable.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/return-items";

export function meta(args: Route.MetaArgs) {
  if (isUnavailable(args.error)) return failedMeta(args);
  if (args.error) return fallbackMeta(args, "Order Not Found", "We couldn't show this order.");
  return pageMeta(args, {
    title: `Return items of order ${args.params.orderNumber}`,
    description: "Choose what you want to return.",
    unlisted: true,
  });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop, order } = await requireOwnOrder(context, params.orderNumber);
  const { settings } = shop;
  const lastDay = lastReturnDay(order, settings);
  return {
    obstacle: returnObstacle(order, settings, shop.now()),
    lastDay: lastDay && formatDay(lastDay, settings.locale),
    returnId: randomUUID(),
    lines: shownReturnableLines(order),
  };
}

/** Saves a request, or withdraws one. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { orderNumber } = params;
  const { shop, uid, order } = await requireOwnOrder(context, orderNumber);
  const typed = textFields(await readForm(request));
  try {
    if (typed.step === "withdraw") {
      await withdrawReturn(shop, { uid, orderNumber }, typed.returnId ?? "");
    } else {
      const { values, errors = {} } = validate(returnForm, typed);
      const { items, errors: itemErrors } = readReturnItems(order.lines, typed);
      if (!values || Object.keys(itemErrors).length > 0)
        return data({ errors: { ...errors, ...itemErrors }, typed, failed: undefined }, 400);
      await requestReturn(shop, { uid, orderNumber }, { ...values, items });
    }
  } catch (error) {
    if (isOutage(error)) throw error;
    if (error instanceof ReturnRequestError) return data({ errors: {}, typed, failed: error.message }, 409);
    if (error instanceof RateLimitError) return data({ errors: {}, typed, failed: tooMany }, 429);
    throw error;
  }
  return redirect(`${href("/order-confirmation/:orderNumber", { orderNumber })}#returns`);
}

/** A form that wasn't accepted. */
interface Answer {
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
  failed?: string | undefined;
}

const tooMany = "You've sent many return requests. Please try again in an hour, or contact us.";

export default function ReturnItems({ loaderData, actionData, params }: Route.ComponentProps) {
  const { obstacle, lastDay, returnId, lines } = loaderData;
  const { orderNumber } = params;
  const { returnsPaidBy } = useShop();
  const busy = useNavigation().formMethod === "POST";
  const { typed, errors, failed }: Answer = actionData ?? { typed: {}, errors: {} };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (actionData) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [actionData]);
  const back = href("/order-confirmation/:orderNumber", { orderNumber });
  const problem = failed ?? (Object.keys(errors).length > 0 ? correctFields(errors) : undefined);
  return (
    <div className="mx-auto max-w-2xl px-4 pt-8 sm:pt-14">
      <h1 className="mb-3 text-4xl sm:text-5xl">Return items</h1>
      <p className="mb-8 text-soft">
        Order {orderNumber}
        {!obstacle && lastDay && ` · You can return items until ${lastDay}.`}
      </p>
      {problem && problem !== obstacle && (
        <p role="alert" className="mb-6 rounded-lg border border-berry p-4">
          {problem}
        </p>
      )}
      {obstacle ? (
        <>
          <p className="mb-6">{obstacle}</p>
          <Button to={back}>Back to the order</Button>
        </>
      ) : (
        <Form ref={form} method="post" noValidate>
          <input type="hidden" name="returnId" value={typed.returnId ?? returnId} />
          <ul className="mb-6 divide-y divide-line border-y border-line">
            {lines.map((line) => {
              const names = itemFieldNames(line.index);
              return <ReturnableLine key={line.index} line={line} names={names} typed={typed} errors={errors} />;
            })}
          </ul>
          <TextAreaField
            id="return-comment"
            field="comment"
            label="Comment"
            name="comment"
            rows={3}
            required={false}
            maxLength={returnCommentLimit}
            hint="Optional"
            defaultValue={typed.comment}
            {...(errors.comment && { error: errors.comment })}
          />
          <p className="mt-2 text-sm text-soft">
            We'll look at your request and email you how to send the items back. Please wait for our answer before you
            send anything.{returnsPaidBy && ` ${returnCostSentence(returnsPaidBy)}`}
          </p>
          <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <SubmitButton busy={busy} busyLabel="Sending..." className="sm:min-w-48">
              Send request
            </SubmitButton>
            <Button to={back} look="quiet" className="min-h-13 px-8">
              Cancel
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderNotFound error={error} />;
}
