import { useEffect, useState } from "react";
import { href, useNavigate } from "react-router";
import { addItems } from "#shop/cart/add-items.ts";
import { cartSubtotal } from "#shop/cart/cart-reducer.ts";
import type { ProductsById } from "#shop/cart/compare-cart.ts";
import { readSharedCart } from "#shop/cart/shared-cart.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/currency.ts";
import { Loader } from "#ui/loader.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { showToast, toastLives } from "../page/toasts.tsx";
import { cartLines, changeCart } from "./cart-store.ts";
import { fetchCartProducts } from "./product-store.ts";

/**
 * A shared cart: lists its items and asks before adding them. Afterwards the URL is the plain cart's, so that neither Reload nor Back
 * adds them again.
 *
 * @param text the value of `?add=`
 */
export function CartOffer({ text }: { text: string }) {
  const formatPrice = useFormatPrice();
  const [products, setProducts] = useState<ProductsById | "failed">();
  const navigate = useNavigate();
  const wanted = readSharedCart(text);

  useEffect(() => {
    let current = true;
    fetchCartProducts(readSharedCart(text).map(({ id }) => id)).then(
      (found) => current && setProducts(found),
      () => current && setProducts("failed"),
    );
    return () => {
      current = false;
    };
  }, [text]);

  if (!products) return <Loader />;
  if (products === "failed") {
    return (
      <p role="alert" className="mb-8 rounded-xl border border-berry p-5">
        We couldn't load this shared cart. Please reload the page.
      </p>
    );
  }

  const known = products;
  const offered = addItems([], wanted, known);

  function add() {
    const { lines, pieces } = addItems(cartLines(), wanted, known);
    changeCart({ type: "replace", lines });
    const added = `${pieces} ${pieces === 1 ? "item has" : "items have"} been added to your cart!`;
    showToast({ type: "success", title: "✅ Added to Cart", text: added }, toastLives.cart);
    navigate(href("/cart"), { replace: true });
  }

  return (
    <section
      aria-labelledby="offer"
      className="mb-10 rounded-2xl border border-line bg-raised p-[min(1.25rem,6vw)] sm:p-7"
    >
      <h2 id="offer" className="mb-4 text-2xl">
        {offered.pieces > 0 ? "Add these items to your cart?" : "There's nothing to add from this shared cart."}
      </h2>
      <ul className="grid gap-3">
        {offered.lines.map(({ id, title, thumbnail, quantity, priceCents }) => (
          <li
            key={id}
            className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[4rem_1fr_auto]"
          >
            <span className="aspect-square overflow-hidden rounded-lg bg-furniture max-sm:row-span-2">
              <Picture src={thumbnail} alt="" sizes="4rem" />
            </span>
            <span className="min-w-0 wrap-anywhere max-sm:self-end">
              {title}
              <OptionsText options={known.get(id)?.options} />
            </span>
            <span className="text-soft tabular-nums max-sm:col-start-2 max-sm:self-start">
              {quantity} × {formatPrice(priceCents)}
            </span>
          </li>
        ))}
      </ul>
      {offered.missing.map(({ name, text }) => (
        <p key={text} className="mt-3 text-berry">
          <Sentence text={text} names={[name]} />
        </p>
      ))}
      {offered.pieces > 0 && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 font-medium">
          Total <span className="tabular-nums">{formatPrice(cartSubtotal(offered.lines))}</span>
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {offered.pieces > 0 && (
          <Button type="button" onClick={add}>
            Add to cart
          </Button>
        )}
        <Button to={href("/cart")} replace look="quiet">
          No thanks
        </Button>
      </div>
    </section>
  );
}
