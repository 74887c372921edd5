import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { SubmitButton } from "../forms/submit-button.tsx";

const asked = "cancel";

/** Cancels an order in two steps: a link (`?cancel`) asks for confirmation. It works without JavaScript too. */
export function CancelOrderForm({ isPaid }: { isPaid: boolean }) {
  const busy = useNavigation().formMethod === "POST";
  const [query] = useSearchParams();
  return (
    <div className="mt-8 border-t border-line pt-5 print:hidden">
      {query.has(asked) ? (
        <Form method="post" className="grid justify-items-start gap-4">
          <p className="text-soft">
            We won't ship this order{isPaid ? ", and we'll refund your payment" : ""}. This can't be undone.
          </p>
          <SubmitButton busy={busy} busyLabel="Cancelling..." className="w-auto">
            Yes, cancel order
          </SubmitButton>
        </Form>
      ) : (
        <Link to={`?${asked}`} preventScrollReset className="text-link">
          Cancel order
        </Link>
      )}
    </div>
  );
}
