import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import { formatPrice } from "#shop/money.ts";
import { changeCart } from "../cart/cart-store.ts";
import { MinusIcon, PlusIcon } from "./icons.tsx";
import { Picture } from "./picture.tsx";
import { Price } from "./price.tsx";

/** The lines of the cart, with their counters; on the cart's page and at the checkout. */
export function CartLines({ lines }: { lines: CartLine[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <CartLineItem key={line.id} line={line} />
      ))}
    </ul>
  );
}

function CartLineItem({ line }: { line: CartLine }) {
  const { id, title, priceCents, thumbnail, quantity } = line;
  const titleId = useId();
  const decrease = () => changeCart({ type: quantity === 1 ? "remove" : "decrease", id });
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-4 gap-y-3 py-5 sm:grid-cols-[6rem_1fr_auto]">
      <span className="row-span-2 block size-20 overflow-hidden rounded-lg bg-furniture sm:size-24">
        <Picture src={thumbnail} alt="" sizes="6rem" />
      </span>
      <div className="min-w-0">
        <Link id={titleId} to={`/products/${encodeURIComponent(id)}`} className="font-medium hover:underline">
          {title}
        </Link>
        <p className="text-sm text-soft tabular-nums">{formatPrice(priceCents)}</p>
      </div>
      <Price cents={lineTotal(line)} className="col-start-2 text-lg sm:col-start-3 sm:row-start-1 sm:text-right" />
      <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <div className="flex items-center rounded-full border border-field">
          <CounterButton label={`Decrease quantity of ${title}`} onClick={decrease}>
            <MinusIcon className="size-4" />
          </CounterButton>
          <output className="min-w-8 text-center tabular-nums">{quantity}</output>
          <CounterButton label={`Increase quantity of ${title}`} onClick={() => changeCart({ type: "increase", id })}>
            <PlusIcon className="size-4" />
          </CounterButton>
        </div>
        <button
          type="button"
          aria-describedby={titleId}
          className="text-link min-h-11 px-1 text-sm"
          onClick={() => changeCart({ type: "remove", id })}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

interface CounterButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function CounterButton({ label, onClick, children }: CounterButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 place-items-center rounded-full hover:bg-ink/5"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
