import { useEffect, useState } from "react";
import { href, Link, useNavigate } from "react-router";
import { addGoods } from "#shop/cart/add-goods.ts";
import { cartTotal } from "#shop/cart/cart-reducer.ts";
import type { KnownGoods } from "#shop/cart/compare-cart.ts";
import { readSharedCart } from "#shop/cart/shared-cart.ts";
import { formatPrice } from "#shop/money.ts";
import { Loader } from "../components/loader.tsx";
import { Picture } from "../components/picture.tsx";
import { showToast, toastLives } from "../frame/toasts.tsx";
import { cartLines, changeCart } from "./cart-store.ts";
import { fetchGoods } from "./goods-store.ts";

/**
 * A cart that somebody shared by its address: shows what would be added, and asks. Nothing changes by itself; once added, the address is
 * the cart's own, so that neither Reload nor Back adds it again.
 *
 * @param text what the address says
 */
export function CartOffer({ text }: { text: string }) {
  const [goods, setGoods] = useState<KnownGoods | "failed">();
  const navigate = useNavigate();
  const wanted = readSharedCart(text);

  useEffect(() => {
    let current = true;
    fetchGoods(readSharedCart(text).map(({ id }) => id)).then(
      (found) => current && setGoods(found),
      () => current && setGoods("failed"),
    );
    return () => {
      current = false;
    };
  }, [text]);

  if (!goods) return <Loader />;
  if (goods === "failed") {
    return (
      <p role="alert" className="mb-8 rounded-xl border border-berry p-5">
        What was shared with you could not be looked up. Please load the page anew.
      </p>
    );
  }

  const known = goods;
  const offered = addGoods([], wanted, known);

  function add() {
    const { lines, pieces } = addGoods(cartLines(), wanted, known);
    changeCart({ type: "replace", lines });
    const added = `${pieces} ${pieces === 1 ? "piece has" : "pieces have"} been added to your cart!`;
    showToast({ type: "success", title: "✅ Added to Cart", text: added }, toastLives.cart);
    navigate(href("/cart"), { replace: true });
  }

  return (
    <section
      aria-labelledby="offer"
      className="mb-10 rounded-2xl border border-line bg-raised p-[min(1.25rem,6vw)] sm:p-7"
    >
      <h2 id="offer" className="mb-4 text-2xl">
        {offered.pieces > 0 ? "Add this to your cart?" : "There is nothing here to add to your cart."}
      </h2>
      <ul className="grid gap-3">
        {offered.lines.map(({ id, title, thumbnail, quantity, priceCents }) => (
          <li
            key={id}
            className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[4rem_1fr_auto]"
          >
            <span className="aspect-square overflow-hidden rounded-lg bg-furniture">
              <Picture src={thumbnail} alt="" sizes="4rem" />
            </span>
            <span className="min-w-0 wrap-break-word">{title}</span>
            <span className="tabular-nums max-sm:col-start-2">
              {quantity} × {formatPrice(priceCents)}
            </span>
          </li>
        ))}
      </ul>
      {offered.missing.map((note) => (
        <p key={note} className="mt-3 text-berry">
          {note}
        </p>
      ))}
      {offered.pieces > 0 && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 font-medium">
          Together <span className="tabular-nums">{formatPrice(cartTotal(offered.lines))}</span>
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {offered.pieces > 0 && (
          <button type="button" className="button button-main" onClick={add}>
            Add to cart
          </button>
        )}
        <Link to={href("/cart")} replace className="button button-quiet">
          No, thanks
        </Link>
      </div>
    </section>
  );
}
