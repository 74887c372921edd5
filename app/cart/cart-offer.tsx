import { useEffect, useState } from "react";
import { href, useNavigate } from "react-router";
import { addItems } from "#shop/cart/add-items.ts";
import type { ProductsById } from "#shop/cart/compare-cart.ts";
import { readSharedCart } from "#shop/cart/shared-cart.ts";
import { Button } from "#ui/button.tsx";
import { Loader } from "#ui/loader.tsx";
import { showToast, toastLives } from "../page/toasts.ts";
import { cartLines, changeCart } from "./cart-store.ts";
import { describeAdded, OfferedItems } from "./offered-items.tsx";
import { fetchCartProducts } from "./product-store.ts";

/**
 * A shared cart: lists its items and asks before adding them. Afterwards the URL is the plain cart's, so that neither Reload nor Back
 * adds them again.
 *
 * @param text the value of `?add=`
 */
export function CartOffer({ text }: { text: string }) {
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
    showToast(describeAdded(pieces), toastLives.cart);
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
      <OfferedItems offered={offered} products={known} />
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
