import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import { findProblems, type KnownGoods, type LineProblem } from "#shop/cart/compare-cart.ts";
import { productAddress } from "#shop/catalog/product-address.ts";
import { formatPrice } from "#shop/money.ts";
import { Icon, type IconProps } from "../components/icons.tsx";
import { Picture } from "../components/picture.tsx";
import { Price } from "../components/price.tsx";
import { changeCart, removeLine, undoRemoval, useRemovedLine } from "./cart-store.ts";

interface CartLinesProps {
  lines: CartLine[];
  /** What the catalog says of them today, as far as it is known. */
  goods: KnownGoods;
}

/** The lines of the cart, with their counters, and in the place of one just removed the way back; at the cart and the checkout. */
export function CartLines({ lines, goods }: CartLinesProps) {
  const removed = useRemovedLine();
  const [returned, setReturned] = useState<string>();
  const problems = findProblems(lines, goods);
  const rows = lines.map((line) => (
    <CartLineItem
      key={line.id}
      line={line}
      stock={goods.get(line.id)?.stock}
      problem={problems.find(({ id }) => id === line.id)}
      returned={line.id === returned}
    />
  ));
  if (removed) {
    const undo = () => {
      setReturned(removed.line.id);
      undoRemoval();
    };
    rows.splice(removed.position, 0, <RemovedRow key={`removed ${removed.line.id}`} onUndo={undo} />);
  }
  return rows.length > 0 && <ul className="divide-y divide-line border-y border-line">{rows}</ul>;
}

/** The focus comes here from the button that went away with its line. */
function RemovedRow({ onUndo }: { onUndo: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 text-soft">
      <span role="status">Removed from your cart</span>
      <button ref={focus} type="button" className="button button-quiet text-sm text-ink" onClick={onUndo}>
        Undo
      </button>
    </li>
  );
}

function focus(button: HTMLButtonElement | null) {
  button?.focus({ preventScroll: true });
}

interface CartLineItemProps {
  line: CartLine;
  /** How many pieces there are, once it is known. */
  stock: number | undefined;
  problem: LineProblem | undefined;
  /** Whether its removal was just undone: the focus comes back with it. */
  returned: boolean;
}

function CartLineItem({ line, stock, problem, returned }: CartLineItemProps) {
  const { id, title, priceCents, thumbnail, quantity } = line;
  const titleId = useId();
  const markId = useId();
  const mark = markOf(line, stock, problem);
  const isUnavailable = problem?.kind === "gone" || problem?.kind === "soldOut";
  const isAtStock = mark !== undefined && quantity >= (stock ?? 0);
  const remove = () => removeLine(id);
  const decrease = () => (quantity === 1 ? remove() : changeCart({ type: "decrease", id }));
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-4 gap-y-3 py-5 sm:grid-cols-[6rem_1fr_auto]">
      <span className="row-span-2 block size-20 overflow-hidden rounded-lg bg-furniture sm:size-24">
        <Picture src={thumbnail} alt="" sizes="6rem" className={isUnavailable ? "opacity-60 grayscale" : ""} />
      </span>
      <div className="min-w-0">
        <Link id={titleId} to={productAddress(id)} prefetch="intent" className="font-medium hover:underline">
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
          <CounterButton
            label={`Increase quantity of ${title}`}
            stoppedBy={isAtStock ? markId : undefined}
            onClick={() => changeCart({ type: "increase", id, ...(stock !== undefined && { stock }) })}
          >
            <PlusIcon className="size-4" />
          </CounterButton>
        </div>
        <button
          ref={returned ? focus : undefined}
          type="button"
          aria-describedby={titleId}
          className="text-link min-h-11 px-1 text-sm"
          onClick={remove}
        >
          Remove
        </button>
        <p id={markId} role="status" className={`text-sm font-medium ${isUnavailable ? "text-berry" : "text-amber"}`}>
          {mark}
        </p>
      </div>
    </li>
  );
}

/** What is to be known of a line before it is ordered. */
function markOf({ quantity }: CartLine, stock: number | undefined, problem: LineProblem | undefined) {
  if (problem?.kind === "gone") return "No longer sold";
  if (problem?.kind === "soldOut") return "Sold out";
  const marks = [
    problem?.kind === "price" && `Now ${formatPrice(problem.priceCents)}`,
    stock !== undefined && quantity >= stock && `Only ${stock} left`,
  ].filter(Boolean);
  return marks.length > 0 ? marks.join(". ") : undefined;
}

interface CounterButtonProps {
  label: string;
  /** The element that says why it can't be pressed now. */
  stoppedBy?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** A stopped one keeps the focus, so that whoever presses it by keyboard stays where they are. */
function CounterButton({ label, stoppedBy, onClick, children }: CounterButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={stoppedBy ? true : undefined}
      aria-describedby={stoppedBy}
      className="grid size-11 place-items-center rounded-full hover:bg-ink/5 aria-disabled:cursor-not-allowed aria-disabled:text-faint"
      onClick={stoppedBy ? undefined : onClick}
    >
      {children}
    </button>
  );
}

function MinusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 12h12" />
    </Icon>
  );
}

function PlusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 12h12M12 6v12" />
    </Icon>
  );
}
