import { href } from "react-router";
import { addProduct, describeAdding } from "#shop/cart/add-product.ts";
import type { Product, ProductCard } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { Button } from "#ui/button.tsx";
import { showToast, toastLives } from "../page/toasts.ts";
import { cartLines, changeCart } from "./cart-store.ts";

type AddedProduct = ProductCard & Partial<Pick<Product, "group" | "options">>;

interface AddToCartButtonProps {
  product: AddedProduct;
  quantity?: number;
  /** Asked at each press: whether someone else adds a product later, which the button then waits for. */
  waits?: () => boolean;
  className?: string;
  /** The id of the element that names the product, where other products' buttons are on the page. */
  describedBy?: string;
}

export function AddToCartButton({ product, quantity, waits, className = "", describedBy }: AddToCartButtonProps) {
  const soldOut = isSoldOut(product);
  return (
    <Button
      type="button"
      disabled={soldOut}
      aria-describedby={describedBy}
      className={`${soldOut ? "disabled:bg-line disabled:text-soft disabled:opacity-100" : ""} ${className}`}
      onClick={({ currentTarget }) => {
        if (waits?.()) currentTarget.dataset.pending = "";
        else addToCart(product, quantity);
      }}
    >
      {soldOut ? "Out of stock" : "Add to cart"}
    </Button>
  );
}

/** Adds pieces of a product to the cart, and says so in a toast. */
export function addToCart(product: AddedProduct, quantity?: number) {
  const { id, title, priceCents, thumbnail, stock, options } = product;
  const added = {
    id,
    title,
    priceCents,
    thumbnail,
    ...(options && { options }),
    isVariant: product.group != null || product.variants !== undefined,
  };
  const { lines, outcome } = addProduct(cartLines(), { ...added, stock }, quantity);
  if (outcome === "added") changeCart({ type: "replace", lines });
  const [heading, text] = describeAdding(outcome, product);
  showToast(
    {
      ...{ type: outcome === "added" ? "success" : "warning", title: heading, text, name: title },
      link: { to: href("/cart"), label: "View cart" },
    },
    toastLives.cart,
  );
}
