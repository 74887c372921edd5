import type { ReactNode } from "react";
import { href } from "react-router";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import {
  type CartProduct,
  findProblems,
  type LineProblem,
  type ProductsById,
  withPricing,
} from "#shop/cart/compare-cart.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/formats.ts";
import { counterButton, MinusIcon, PlusIcon } from "../cart/quantity-counter.tsx";
import { useShop } from "../page/use-shop.ts";
import { CartTotals } from "./cart-totals.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import type { CartNotice } from "./kept-cart.server.ts";
import { isUnavailable, LineItem, markOf } from "./line-item.tsx";
import { lineLayout } from "./line-layout.ts";

interface KeptCart {
  lines: CartLine[];
  products: CartProduct[];
  notice?: CartNotice | undefined;
}

/** The cart of a browser without scripts, as `cart-lines.tsx` shows that of others: each button posts its form. Only on the server. */
export function CartWithoutScripts({ lines, products, notice }: KeptCart) {
  const { delivery, user } = useShop();
  const sold = new Map(products.map((product) => [product.id, product]));
  const known: ProductsById = new Map(lines.map(({ id }) => [id, sold.get(id) ?? null]));
  const problems = findProblems(lines, known);
  if (lines.length === 0) {
    return (
      <>
        {notice && <Notice {...notice} />}
        <EmptyCart />
      </>
    );
  }
  return (
    <>
      {notice && <Notice {...notice} />}
      <ul className={lineLayout.list}>
        {lines.map((line) => (
          <PostedLine
            key={line.id}
            line={line}
            product={known.get(line.id)}
            problem={problems.find(({ id }) => id === line.id)}
          />
        ))}
      </ul>
      <CartTotals lines={withPricing(lines, known)} delivery={delivery} />
      <p className="mb-6">
        Please turn on JavaScript to check out.{user === null && " Your cart is kept for 30 days."}
      </p>
      <Button to={href("/products")} look="quiet" className="min-h-13 px-8">
        Cancel
      </Button>
    </>
  );
}

/** What a toast says where scripts run. */
function Notice({ kind, title, text, restore }: CartNotice) {
  const isRefused = kind === "refused";
  return (
    <div
      role={isRefused ? "alert" : "status"}
      className={`mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border-l-4 bg-raised px-4 py-3 ${isRefused ? "border-berry" : "border-spruce"}`}
    >
      <p className="min-w-0 wrap-anywhere">
        {title && <span className="block font-semibold">{title}</span>}
        {text}
      </p>
      {restore && (
        <CartForm id={restore.id}>
          <Button name="quantity" value={restore.quantity} look="quiet" className="text-sm text-ink">
            Undo
          </Button>
        </CartForm>
      )}
    </div>
  );
}

interface PostedLineProps {
  line: CartLine;
  product: CartProduct | null | undefined;
  problem: LineProblem | undefined;
}

function PostedLine({ line, product, problem }: PostedLineProps) {
  const formatPrice = useFormatPrice();
  const { id } = line;
  const { stock = 0, options } = product ?? {};
  const [titleId, optionsId] = [`line-${id}`, `options-${id}`];
  const describedBy = options ? `${titleId} ${optionsId}` : titleId;
  return (
    <LineItem {...{ line, product, problem, titleId, optionsId, describedBy }}>
      <Counter line={line} stock={stock} optionsId={options && optionsId} />
      <CartForm id={id}>
        <button
          type="submit"
          name="quantity"
          value={0}
          aria-describedby={describedBy}
          className="text-link min-h-11 px-1 text-sm"
        >
          Remove
        </button>
      </CartForm>
      <p className={`text-sm font-medium ${isUnavailable(problem) ? "text-berry" : "text-amber"}`}>
        {markOf(line, stock, problem, formatPrice)}
      </p>
    </LineItem>
  );
}

interface CounterProps {
  line: CartLine;
  stock: number;
  optionsId: string | undefined;
}

/** Each button sets the quantity, so that a press that is sent twice counts once. */
function Counter({ line: { id, title, quantity }, stock, optionsId }: CounterProps) {
  const isMost = quantity >= stock;
  return (
    <CartForm id={id} className="flex w-max items-center rounded-full border border-field">
      <button
        type="submit"
        name="quantity"
        value={quantity - 1}
        aria-label={`Decrease quantity of ${title}`}
        aria-describedby={optionsId}
        className={counterButton}
      >
        <MinusIcon className="size-4" />
      </button>
      <output className="min-w-8 text-center tabular-nums">{quantity}</output>
      <button
        type="submit"
        name="quantity"
        value={isMost ? quantity : quantity + 1}
        aria-disabled={isMost}
        aria-label={`Increase quantity of ${title}`}
        aria-describedby={optionsId}
        className={counterButton}
      >
        <PlusIcon className="size-4" />
      </button>
    </CartForm>
  );
}

interface CartFormProps {
  /** The product of which it sets how many there are. */
  id: string;
  className?: string;
  children: ReactNode;
}

function CartForm({ id, className, children }: CartFormProps) {
  return (
    <form method="post" action={href("/cart")} className={className}>
      <input type="hidden" name="set" value={id} />
      {children}
    </form>
  );
}
