import { type FormEvent, useState } from "react";
import { href, Link } from "react-router";
import { addGoods } from "#shop/cart/add-goods.ts";
import { writeSharedCart } from "#shop/cart/shared-cart.ts";
import type { ReceiptLine } from "#shop/orders/read-order.ts";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { fetchGoods } from "../cart/goods-store.ts";

interface BuyAgainProps {
  lines: ReceiptLine[];
  /** The element that names the order. */
  describedBy: string;
}

/** Puts what an order held, and what is still sold of it, into the cart, and says what isn't. */
export function BuyAgain({ lines, describedBy }: BuyAgainProps) {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<string[]>();
  const wanted = lines.map(({ productId, title, quantity }) => ({ id: productId, title, quantity }));

  async function buyAgain(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const goods = await fetchGoods(wanted.map(({ id }) => id));
      const { lines: filled, pieces, missing } = addGoods(cartLines(), wanted, goods);
      if (pieces > 0) changeCart({ type: "replace", lines: filled });
      setTold([added(pieces), ...missing]);
    } catch {
      setTold(["The shop could not be asked what is still sold. Please try again."]);
    } finally {
      setBusy(false);
    }
  }

  return (
    // Without JavaScript it leads to the cart's own address for the same goods.
    <form action={href("/cart")} onSubmit={buyAgain} className="max-w-xs @2xl:text-right">
      <input type="hidden" name="add" value={writeSharedCart(wanted)} />
      <button type="submit" disabled={busy} aria-describedby={describedBy} className="button button-quiet">
        Buy again
      </button>
      <div role="status">
        {told && (
          <>
            {told.map((text) => (
              <p key={text} className="mt-2 text-sm">
                {text}
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
  if (pieces === 0) return "Nothing of it could be added to your cart.";
  return `${pieces} ${pieces === 1 ? "piece has" : "pieces have"} been added to your cart.`;
}
