import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { addItems } from "#shop/cart/add-items.ts";
import { writeSharedCart } from "#shop/cart/shared-cart.ts";
import type { ReceiptLine } from "#shop/orders/views/read-order.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { fetchCartProducts } from "../cart/product-store.ts";

interface BuyAgainProps {
  lines: ReceiptLine[];
  /** The element that names the order. */
  describedBy: string;
}

/** Adds an order's items to the cart, as far as they are available, and lists the others. */
export function BuyAgain({ lines, describedBy }: BuyAgainProps) {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ text: string; name?: string }[]>();
  const wanted = lines.map(({ productId, quantity, ...line }) => ({ id: productId, title: fullTitle(line), quantity }));

  async function buyAgain(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const products = await fetchCartProducts(wanted.map(({ id }) => id));
      const { lines: filled, pieces, missing } = addItems(cartLines(), wanted, products);
      if (pieces > 0) changeCart({ type: "replace", lines: filled });
      setTold([{ text: added(pieces) }, ...missing]);
    } catch {
      setTold([{ text: "We couldn't check what's still available. Please try again." }]);
    } finally {
      setBusy(false);
    }
  }

  return (
    // Without JavaScript the form opens the same items as a shared cart.
    <form action={href("/cart")} onSubmit={buyAgain} className="max-w-xs @2xl:text-right">
      <input type="hidden" name="add" value={writeSharedCart(wanted)} />
      <Button aria-disabled={busy} aria-describedby={describedBy} look="quiet">
        Buy again
      </Button>
      <div role="status">
        {told && (
          <>
            {told.map(({ text, name }) => (
              <p key={text} className="mt-2 text-sm">
                <Sentence text={text} names={[name]} />
              </p>
            ))}
            <Link to={href("/cart")} prefetch="intent" className="text-link inline-flex min-h-11 items-center text-sm">
              View cart
            </Link>
          </>
        )}
      </div>
    </form>
  );
}

function added(pieces: number) {
  if (pieces === 0) return "None of these items could be added to your cart.";
  return `${pieces} ${pieces === 1 ? "item has" : "items have"} been added to your cart.`;
}
