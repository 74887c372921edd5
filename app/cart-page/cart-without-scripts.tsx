import type { ReactNode } from "react";
import { href } from "react-router";
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import { type CartProduct, findProblems, type LineProblem, withPricing } from "#shop/cart/compare-cart.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";
import { Amount, FormerPrice, Price } from "#ui/price.tsx";
import { MinusIcon, PlusIcon } from "../cart/quantity-counter.tsx";
import { stockAlertAddress } from "../navigation/stock-alert-address.ts";
import { useShop } from "../page/use-shop.ts";
import { markOf } from "./cart-lines.tsx";
import { CartTotals } from "./cart-totals.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import type { CartNotice } from "./kept-cart.server.ts";
import { lineLayout } from "./line-layout.ts";

interface KeptCart {
  lines: CartLine[];
  products: CartProduct[];
  notice?: CartNotice | undefined;
}

/** The cart of a browser without scripts, as `cart-lines.tsx` shows that of others: each button posts its form. Only on the server. */
export function CartWithoutScripts({ lines, products, notice }: KeptCart) {
  const { delivery } = useShop();
  const known = new Map(products.map((product) => [product.id, product]));
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
          <LineItem
            key={line.id}
            line={line}
            product={known.get(line.id)}
            problem={problems.find(({ id }) => id === line.id)}
          />
        ))}
      </ul>
      <CartTotals lines={withPricing(lines, known)} delivery={delivery} />
      <p className="mb-6">Please turn on JavaScript to check out. Your cart is kept for 30 days.</p>
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

interface LineItemProps {
  line: CartLine;
  product: CartProduct | undefined;
  problem: LineProblem | undefined;
}

function LineItem({ line, product, problem }: LineItemProps) {
  const formatPrice = useFormatPrice();
  const formats = useFormats();
  const { id, title, thumbnail, quantity, priceCents } = line;
  const { stock = 0, options, formerCents, discount = 0, address } = product ?? {};
  const [titleId, optionsId] = [`line-${id}`, `options-${id}`];
  const describedBy = options ? `${titleId} ${optionsId}` : titleId;
  const isSoldOut = problem?.kind === "soldOut";
  const each = quantity > 1 && "each";
  const former = formerCents && `${formatPercent(discount, formats)} off included`;
  return (
    <li className={lineLayout.line}>
      <span className={lineLayout.picture}>
        <Picture src={thumbnail} alt="" sizes="6rem" className={isSoldOut ? "sold-out" : ""} />
      </span>
      <div className={lineLayout.name}>
        <a id={titleId} dir="auto" href={productAddress({ id, address })} className={lineLayout.link}>
          {title}
        </a>
        <OptionsText options={options} id={optionsId} />
      </div>
      <p data-note={[each, former].filter(Boolean).join(" · ")} className={lineLayout.note}>
        <FormerPrice cents={formerCents} />
        <span className={quantity === 1 ? "sr-only" : lineLayout.each}>
          <Amount text={formatPrice(priceCents)} />
        </span>
      </p>
      <Price cents={lineTotal(line)} className={lineLayout.price} />
      <div className={lineLayout.controls}>
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
        <p className={`text-sm font-medium ${isSoldOut ? "text-berry" : "text-amber"}`}>
          {markOf(line, stock, problem, formatPrice)}
        </p>
        {isSoldOut && (
          <a
            href={stockAlertAddress(id)}
            aria-describedby={describedBy}
            className="text-link inline-flex min-h-11 items-center px-1 text-sm"
          >
            Notify me when it's back
          </a>
        )}
      </div>
    </li>
  );
}

interface CounterProps {
  line: CartLine;
  stock: number;
  optionsId: string | undefined;
}

/** Each button sets the quantity, so that a press that is sent twice counts once. */
function Counter({ line: { id, title, quantity }, stock, optionsId }: CounterProps) {
  const look =
    "grid size-11 place-items-center rounded-full hover:bg-ink/5 aria-disabled:cursor-default aria-disabled:text-ink/35";
  const isMost = quantity >= stock;
  return (
    <CartForm id={id} className="flex w-max items-center rounded-full border border-field">
      <button
        type="submit"
        name="quantity"
        value={quantity - 1}
        aria-label={`Decrease quantity of ${title}`}
        aria-describedby={optionsId}
        className={look}
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
        className={look}
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
