import { data } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import { notifiedInWords } from "#shop/mail/mail-server/notified.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { Button } from "#ui/button.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { PostForm } from "../forms/post-form.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
import { countOrdersToMark, markNextOrders } from "../orders/bulk-step.server.ts";
import { bulkSteps, describeMarked, readBulkStep, stateWords } from "../orders/bulk-step.ts";
import { CarrierField } from "../orders/carrier-field.tsx";
import { readDeliveryFilter } from "../orders/delivery-filter.server.ts";
import { readOrderQuery } from "../orders/order-query.server.ts";
import { Alert, Details, formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/bulk-orders";

/** Of the text that the browser carries from request to request. */
const longestReport = 10_000;

export async function loader({ url, context }: Route.LoaderArgs) {
  const step = readBulkStep(url.searchParams.get("step"));
  const { after: _, ...query } = readOrderQuery(url.searchParams);
  const { kind } = await readDeliveryFilter(context, query.delivery);
  return { step, query, kind, total: await countOrdersToMark(step, { ...query, after: undefined }, context) };
}

/** Marks a part of the orders. The browser asks for one part after the other, with what happened so far. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  const step = readBulkStep(url.searchParams.get("step"));
  const query = { ...readOrderQuery(url.searchParams), after: fields.after || undefined };
  const part = await markNextOrders(step, query, fields.carrier, context);
  const refused = cutText([fields.refused, ...part.refused].filter(Boolean).join("\n"), longestReport);
  const { kind } = await readDeliveryFilter(context, query.delivery);
  const total = toCount(fields.total);
  const left = await countOrdersToMark(step, query, context);
  // If an answer got lost, its orders weren't counted.
  const done = Math.max(toCount(fields.done) + part.done, total - left - linesOf(refused).length);
  if (part.after === undefined && !refused)
    return redirectWithFlash(
      context,
      "/owner/orders",
      describeMarked(step, done, { kind, settings: context.get(shopContext).settings }),
    );
  return data({ done, refused, carrier: fields.carrier ?? "", after: part.after, total });
}

function toCount(text: string | undefined) {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
}

function linesOf(text: string) {
  return text.split("\n").filter(Boolean);
}

export default function BulkOrders({
  loaderData: { step, query, kind, total },
  actionData: progress,
}: Route.ComponentProps) {
  const list = withQuery("/owner/orders", { ...query, state: bulkSteps[step].from });
  const from = stateWords(bulkSteps[step].from, kind);
  const to = stateWords(bulkSteps[step].to, kind);
  const keepsMails = useKeepsMails();
  const asksForCarrier = step === "send" && kind !== "pickup";
  return (
    <Screen title={`Mark orders as ${to}`}>
      {progress ? (
        <Progress {...progress} to={to} list={list} />
      ) : total === 0 ? (
        <p className="text-soft">No {from} orders match.</p>
      ) : (
        <PostForm className="grid max-w-md gap-4">
          <p>
            {`This marks ${total === 1 ? `1 ${from} order` : `all ${total} ${from} orders that match`} as ${to}. `}
            {notifiedInWords(keepsMails, { count: total })}
            {asksForCarrier && " To add tracking numbers, use the list."}
          </p>
          {asksForCarrier && <CarrierField />}
          <input type="hidden" name="total" value={total} />
          <p className="flex flex-wrap gap-3">
            <Button>
              Mark {total} as {to}
            </Button>
            <Button href={list} look="quiet">
              Back to orders
            </Button>
          </p>
        </PostForm>
      )}
    </Screen>
  );
}

interface ProgressProps {
  /** What the orders become. */
  to: string;
  done: number;
  /** A line for each order that wasn't marked. */
  refused: string;
  carrier: string;
  /** Undefined at the end. */
  after: string | undefined;
  total: number;
  /** The address of the order list. */
  list: string;
}

function Progress({ to, done, refused, carrier, after, total, list }: ProgressProps) {
  const errors = linesOf(refused);
  const max = Math.max(total, done);
  return (
    <div className="grid max-w-md gap-4">
      <p
        role="status"
        id={errors.length > 0 ? undefined : formMessageId}
        tabIndex={-1}
      >{`${done} of ${max === 1 ? "1 order is" : `${max} orders are`} marked as ${to}.`}</p>
      <progress
        value={done + errors.length}
        max={max}
        aria-label={`Orders marked as ${to}`}
        className="w-full accent-spruce"
      />
      {errors.length > 0 && (
        <Alert>
          <p className="font-medium">These orders weren't updated:</p>
          <Details details={errors} />
        </Alert>
      )}
      {after !== undefined && (
        <PostForm data-continue>
          {Object.entries({ done, refused, carrier, after, total }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button>Continue</Button>
        </PostForm>
      )}
      <a href={list} className="text-link justify-self-start">
        Back to orders
      </a>
    </div>
  );
}
