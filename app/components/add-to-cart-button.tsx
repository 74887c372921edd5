import { isSoldOut } from "#shop/catalog/availability.ts";
import type { ProductCard } from "#shop/catalog/product.ts";
import { changeCart } from "../cart/cart-store.ts";
import { showToast, toastLives } from "./toasts.tsx";

interface AddToCartButtonProps {
  product: ProductCard;
  className?: string;
  /** The element that names the product, when the button stands among other products' buttons. */
  describedBy?: string;
}

export function AddToCartButton({ product, className = "", describedBy }: AddToCartButtonProps) {
  const soldOut = isSoldOut(product);
  function add() {
    const { id, title, priceCents, thumbnail } = product;
    changeCart({ type: "add", product: { id, title, priceCents, thumbnail } });
    const text = `${title} has been added to your cart!`;
    showToast({ type: "success", title: "✅ Added to Cart", text }, toastLives.cart);
  }
  return (
    <button
      type="button"
      disabled={soldOut}
      aria-describedby={describedBy}
      className={`button button-main disabled:bg-line disabled:text-soft disabled:opacity-100 ${className}`}
      onClick={add}
    >
      {soldOut ? "Out of stock" : "Add to cart"}
    </button>
  );
}
