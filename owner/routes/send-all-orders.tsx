import { data } from "react-router";
import { textFields } from "#shop/validate.ts";
import { readForm } from "#web/posted-form.server.ts";
import { withQuery } from "../frame/addresses.ts";
import { Alert } from "../frame/alert.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { Screen } from "../frame/screen.tsx";
import { CarrierField } from "../orders/carrier-field.tsx";
import { readOrderQuery } from "../orders/order-query.server.ts";
import { countOrdersToSend, sendNextOrders } from "../orders/send-all.server.ts";
import type { Route } from "./+types/send-all-orders";

/** Of the text that the browser carries from request to request. */
const longestReport = 10_000;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { after, ...query } = readOrderQuery(url.searchParams);
  return { query, total: await countOrdersToSend({ ...query, after: undefined }, context) };
}

/** Marks a part of the orders as sent. The browser asks for one part after the other, with what happened so far. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  const query = { ...readOrderQuery(url.searchParams), after: fields.after || undefined };
  const carrier = fields.carrier?.trim().slice(0, 60) || null;
  const part = await sendNextOrders(query, carrier, context);
  const sent = toCount(fields.sent) + part.sent;
  const refused = [fields.refused, ...part.refused].filter(Boolean).join("\n").slice(0, longestReport);
  if (part.after === undefined && !refused) {
    const [orders, customers] = sent === 1 ? ["order", "The customer is"] : ["orders", "The customers are"];
    return redirectWithFlash("/owner/orders", `${sent} ${orders} marked as sent. ${customers} notified by email.`);
  }
  return data({ sent, refused, carrier, after: part.after, total: toCount(fields.total) });
}

function toCount(text: string | undefined) {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
}

export default function SendAllOrders({ loaderData: { query, total }, actionData: progress }: Route.ComponentProps) {
  const list = withQuery("/owner/orders", { ...query, state: "paid" });
  return (
    <Screen title="Mark orders as sent">
      {progress ? (
        <Progress {...progress} list={list} />
      ) : total === 0 ? (
        <p className="text-soft">No paid orders match.</p>
      ) : (
        <form method="post" className="grid max-w-md gap-4">
          <p>
            {total === 1 ? "1 paid order is" : `All ${total} paid orders that match are`} marked as sent. The customers
            are notified by email. To add tracking numbers, use the list.
          </p>
          <CarrierField />
          <input type="hidden" name="total" value={total} />
          <p className="flex flex-wrap gap-3">
            <button type="submit" className="button button-main">
              Mark {total} as sent
            </button>
            <a href={list} className="button button-quiet">
              Back to orders
            </a>
          </p>
        </form>
      )}
    </Screen>
  );
}

interface ProgressProps {
  sent: number;
  /** A line for each order that wasn't sent. */
  refused: string;
  carrier: string | null;
  /** Undefined at the end. */
  after: string | undefined;
  total: number;
  /** The address of the order list. */
  list: string;
}

function Progress({ sent, refused, carrier, after, total, list }: ProgressProps) {
  const errors = refused.split("\n").filter(Boolean);
  return (
    <div className="grid max-w-md gap-4">
      <p role="status">
        {sent} of {Math.max(total, sent)} orders are marked as sent.
      </p>
      <progress
        value={sent + errors.length}
        max={Math.max(total, sent)}
        aria-label="Orders marked as sent"
        className="w-full"
      />
      {errors.length > 0 && (
        <Alert>
          <p className="font-medium">These orders weren't updated:</p>
          <ul className="mt-1 list-disc pl-5">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Alert>
      )}
      {after !== undefined && (
        <form method="post" data-continue>
          {Object.entries({ sent, refused, carrier: carrier ?? "", after, total }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button button-main">
            Continue
          </button>
        </form>
      )}
      <a href={list} className="text-link justify-self-start">
        Back to orders
      </a>
    </div>
  );
}
