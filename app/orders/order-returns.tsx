import { Form, href } from "react-router";
import { returnCostSentence } from "#shop/delivery/return-costs.ts";
import type { CustomerReturn } from "#shop/orders/views/customer.ts";
import { Button } from "#ui/button.tsx";
import { useShop } from "../page/use-shop.ts";

interface OrderReturnsProps {
  orderNumber: string;
  returns: CustomerReturn[];
  /** Said of accepted returns whose instructions don't. */
  whereToSend: string;
}

/** An order's return requests with the shop's answers. Those without one can be cancelled. */
export function OrderReturns({ orderNumber, returns, whereToSend }: OrderReturnsProps) {
  const { returnsPaidBy } = useShop();
  if (returns.length === 0) return null;
  return (
    <section id="returns" aria-labelledby="returns-title" className="border-b border-line py-6 print:hidden">
      <h2 id="returns-title" className="mb-3 text-2xl">
        Returns
      </h2>
      <ul className="grid gap-6">
        {returns.map(({ id, day, state, items, comment, answer, isToSeller, hasLabel, canWithdraw }) => (
          <li key={id} className="grid gap-2">
            <p>
              <span className="font-medium">{state}</span> <span className="text-soft">{day}</span>
            </p>
            {items.length > 0 && (
              <ul className="text-soft">
                {items.map(({ text, reason, note }) => (
                  <li key={text} className="wrap-anywhere">
                    {text} · {reason}
                    {note && <span className="block text-ink">{note}</span>}
                  </li>
                ))}
              </ul>
            )}
            {comment && (
              <p dir="auto" className="typed-text text-start text-soft">
                {comment}
              </p>
            )}
            {answer && (
              <p dir="auto" className="typed-text rounded-lg bg-furniture p-4 text-start">
                {answer}
              </p>
            )}
            {isToSeller && (
              <p dir="auto" className="typed-text rounded-lg bg-furniture p-4 text-start">
                {whereToSend}
              </p>
            )}
            {hasLabel && (
              <p>
                <a
                  href={href("/orders/:orderNumber/returns/:returnId/label.pdf", { orderNumber, returnId: id })}
                  className="text-link inline-flex min-h-11 items-center"
                >
                  Download return label
                </a>
              </p>
            )}
            {canWithdraw && (
              <Form method="post" action={href("/orders/:orderNumber/return", { orderNumber })}>
                <input type="hidden" name="step" value="withdraw" />
                <input type="hidden" name="returnId" value={id} />
                <Button look="quiet">Cancel return request</Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {returnsPaidBy && returns.some(({ isOpen }) => isOpen) && (
        <p className="mt-4 text-sm text-soft">{returnCostSentence(returnsPaidBy, "items")}</p>
      )}
    </section>
  );
}
