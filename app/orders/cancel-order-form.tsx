import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { SubmitButton } from "../forms/submit-button.tsx";

const asked = "cancel";

/** Lets a customer cancel their order, in two presses: the first asks, by the page's address. It works without scripts too. */
export function CancelOrderForm({ isPaid }: { isPaid: boolean }) {
  const busy = useNavigation().formMethod === "POST";
  const [query] = useSearchParams();
  return (
    <div className="mt-8 border-t border-line pt-5 print:hidden">
      {query.has(asked) ? (
        <Form method="post" className="grid justify-items-start gap-4">
          <p className="text-soft">
            Nothing of it will be sent{isPaid ? ", and you get your money back" : ""}. This can't be undone.
          </p>
          <SubmitButton busy={busy} busyLabel="Cancelling..." className="w-auto">
            Yes, cancel it
          </SubmitButton>
        </Form>
      ) : (
        <Link to={`?${asked}`} preventScrollReset className="text-link">
          Cancel this order
        </Link>
      )}
    </div>
  );
}
