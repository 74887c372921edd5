import { useEffect, useRef } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";

const asked = "cancel";

/**
 * Cancels an order in two steps: a link (`?cancel`) asks for confirmation. It works without JavaScript too.
 *
 * @param refundNote how the customer gets their money back, if the order is paid
 */
export function CancelOrderForm({ refundNote, isPickup }: { refundNote: string | undefined; isPickup: 0 | 1 }) {
  const busy = useNavigation().formMethod === "POST";
  const [query] = useSearchParams();
  const isAsked = query.has(asked);
  const wasAsked = useRef(isAsked);
  const section = useRef<HTMLDivElement>(null);

  // The link that had the focus is replaced by the question's first one, and back.
  useEffect(() => {
    if (wasAsked.current === isAsked) return;
    wasAsked.current = isAsked;
    section.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [isAsked]);

  return (
    <div ref={section} className="mt-8 border-t border-line pt-5 print:hidden">
      {isAsked ? (
        <Form method="post" className="grid gap-4">
          <p id="cancel-question" className="text-soft">
            {[
              isPickup ? "We won't prepare this order." : "We won't ship this order.",
              refundNote,
              "This can't be undone.",
            ]
              .filter(Boolean)
              .join(" ")}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button to={{ search: "" }} preventScrollReset aria-describedby="cancel-question" className="min-h-13 px-8">
              Keep order
            </Button>
            <SubmitButton busy={busy} busyLabel="Cancelling..." look="quiet" className="w-auto border-berry text-berry">
              Yes, cancel order
            </SubmitButton>
          </div>
        </Form>
      ) : (
        <Link to={`?${asked}`} preventScrollReset className="text-link">
          Cancel order
        </Link>
      )}
    </div>
  );
}
