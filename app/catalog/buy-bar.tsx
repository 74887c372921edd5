import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { ShownProduct } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { Button } from "#ui/button.tsx";
import { Discount, Price } from "#ui/price.tsx";
import { AddToCartButton, addToCart } from "../cart/add-to-cart-button.tsx";
import { AddWithoutScripts } from "../cart/add-without-scripts.tsx";
import { QuantityCounter } from "../cart/quantity-counter.tsx";
import { stockAlertAddress } from "../navigation/stock-alert-address.ts";
import { StockStatus } from "./stock-status.tsx";
import { UnitPrice } from "./unit-price.tsx";

/** A sibling that was chosen, until it is shown. */
export interface ComingVariant {
  /** The id of the product that was shown. */
  from: string;
  /** Its address. */
  to: string;
  /** How many pieces to add once it is shown. */
  quantity?: number;
  /** Whether to ask for an alert then. */
  wantsAlert?: boolean;
}

interface BuyBarProps {
  product: ShownProduct;
  coming: RefObject<ComingVariant | undefined>;
  /** Whether it isn't published: its buttons are disabled. */
  isDraft?: boolean | undefined;
}

/** Price, availability and Add to cart, or the way to an alert; both mean the sibling that was chosen last. On phones it sticks to the bottom of the screen. */
export function BuyBar({ product, coming, isDraft }: BuyBarProps) {
  const [quantity, setQuantity] = useState(1);
  const soldOut = isSoldOut(product);
  const navigate = useNavigate();

  useEffect(() => {
    const { current: arrived } = coming;
    if (!arrived || arrived.from === product.id) return;
    coming.current = undefined;
    if (arrived.to !== productAddress(product)) return;
    if (!isSoldOut(product)) {
      if (arrived.quantity) addToCart(product, arrived.quantity);
    } else if (arrived.wantsAlert) navigate(stockAlertAddress(product.id));
  }, [product, coming, navigate]);

  function waitsForVariant() {
    if (!coming.current) return false;
    coming.current.quantity = (coming.current.quantity ?? 0) + quantity;
    return true;
  }

  function alertOfComing(event: MouseEvent<HTMLAnchorElement>) {
    if (!coming.current) return;
    event.preventDefault();
    event.currentTarget.dataset.pending = "";
    coming.current.wantsAlert = true;
  }

  return (
    <div className="buy-bar">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 aside:block">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Price
            cents={product.priceCents}
            formerCents={product.formerCents}
            className="text-2xl/tight aside:text-[min(2.25rem,6vw)] low:text-2xl"
          />
          <Discount percentage={shownDiscount(product)} className="aside:px-2.5 aside:text-sm" />
          <UnitPrice product={product} className="text-sm aside:basis-full" />
        </p>
        <StockStatus product={product} className="text-sm aside:mt-3 low:mt-0 aside:text-base" />
      </div>
      {soldOut ? (
        // A button is disabled with all others around it, a link can't be.
        <Button
          {...(isDraft ? { type: "button" as const } : { to: stockAlertAddress(product.id), onClick: alertOfComing })}
          className="mt-2 w-full px-4 aside:mt-4 low:mt-2 aside:min-h-13 aside:max-w-md aside:text-lg"
        >
          Notify me when it's back
        </Button>
      ) : (
        <>
          <div className="mt-2 noscript:hidden flex flex-wrap items-center gap-3 aside:mt-4 low:mt-2 aside:max-w-md">
            <QuantityCounter
              title={product.title}
              quantity={quantity}
              isLeast={quantity === 1}
              isMost={quantity >= product.stock}
              onDecrease={() => setQuantity(quantity - 1)}
              onIncrease={() => setQuantity(quantity + 1)}
            />
            <AddToCartButton
              product={product}
              quantity={quantity}
              waits={waitsForVariant}
              className="grow px-4 aside:min-h-13 aside:text-lg"
            />
          </div>
          <AddWithoutScripts product={product} />
        </>
      )}
    </div>
  );
}
