import { Form, useNavigation } from "react-router";
import { SubmitButton } from "../forms/submit-button.tsx";

/** Lets a customer cancel their order, in two presses. It works without scripts too. */
export function CancelOrderForm({ isPaid }: { isPaid: boolean }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <details className="mt-8 border-t border-line pt-5 print:hidden">
      <summary className="w-fit cursor-pointer py-2">Cancel this order</summary>
      <Form method="post" className="mt-4 grid justify-items-start gap-4">
        <p className="text-soft">
          Nothing of it will be sent{isPaid ? ", and you get your money back" : ""}. This can't be undone.
        </p>
        <SubmitButton busy={busy} busyLabel="Cancelling..." className="w-auto">
          Yes, cancel it
        </SubmitButton>
      </Form>
    </details>
  );
}
