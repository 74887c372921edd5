import { isSoldOut } from "#shop/catalog/availability.ts";
import type { ProductCard } from "#shop/catalog/product.ts";
import { showToast, toastLives } from "../frame/toasts.tsx";
import { cartLines, changeCart } from "./cart-store.ts";

interface AddToCartButtonProps {
  product: ProductCard;
  quantity?: number;
  className?: string;
  /** The element that names the product, when the button stands among other products' buttons. */
  describedBy?: string;
}

export function AddToCartButton({ product, quantity, className = "", describedBy }: AddToCartButtonProps) {
  const soldOut = isSoldOut(product);
  function add() {
    const { id, title, priceCents, thumbnail } = product;
    const before = cartLines();
    changeCart({ type: "add", product: { id, title, priceCents, thumbnail }, quantity });
    if (cartLines() === before) {
      showToast(
        { type: "warning", title: "Your cart is full", text: "Please order what is in it first." },
        toastLives.cart,
      );
      return;
    }
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
