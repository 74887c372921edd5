import { useId, useState } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { type CartProduct, findProblems, type LineProblem, type ProductsById } from "#shop/cart/compare-cart.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/formats.ts";
import { changeCart, removeLine, undoRemoval, useRemovedLines } from "../cart/cart-store.ts";
import { QuantityCounter } from "../cart/quantity-counter.tsx";
import { isUnavailable, LineItem, markOf, shownOptions } from "./line-item.tsx";
import { lineLayout } from "./line-layout.ts";

interface CartLinesProps {
  lines: CartLine[];
  /** Their current products, once they are loaded. */
  products: ProductsById;
}

/** The cart's lines with their counters, on the cart and the checkout page. A removed line leaves an Undo button in its place. */
export function CartLines({ lines, products }: CartLinesProps) {
  const removed = useRemovedLines();
  const [returned, setReturned] = useState<string>();
  const problems = findProblems(lines, products);
  const rows = lines.map((line) => (
    <CartLineItem
      key={line.id}
      line={line}
      product={products.get(line.id)}
      problem={problems.find(({ id }) => id === line.id)}
      returned={line.id === returned}
    />
  ));
  for (const removal of removed) {
    const { id, title } = removal.line;
    const undo = () => {
      setReturned(id);
      undoRemoval(removal);
    };
    rows.splice(removal.position, 0, <RemovedRow key={`removed ${id}`} title={title} onUndo={undo} />);
  }
  return rows.length > 0 && <ul className={lineLayout.list}>{rows}</ul>;
}

/** Takes the focus from the removed line's button. CSS draws the title, which is no longer part of the cart's text. */
function RemovedRow({ title, onUndo }: { title: string; onUndo: () => void }) {
  const noteId = useId();
  return (
    <li className="flex items-center justify-between gap-x-4 py-3 text-soft">
      <span
        id={noteId}
        role="status"
        data-note={title}
        className="min-w-0 wrap-anywhere after:content-[attr(data-note)]"
      >
        {"Removed from cart: "}
      </span>
      <Button
        ref={focus}
        type="button"
        look="quiet"
        className="shrink-0 text-sm text-ink"
        aria-describedby={noteId}
        onClick={onUndo}
      >
        Undo
      </Button>
    </li>
  );
}

function focus(button: HTMLButtonElement | null) {
  button?.focus({ preventScroll: true });
}

interface CartLineItemProps {
  line: CartLine;
  /** undefined until it is loaded, null if it is gone. */
  product: CartProduct | null | undefined;
  problem: LineProblem | undefined;
  /** Whether its removal was just undone: it takes the focus back. */
  returned: boolean;
}

function CartLineItem({ line, product, problem, returned }: CartLineItemProps) {
  const formatPrice = useFormatPrice();
  const { id, title, quantity } = line;
  const stock = product?.stock;
  const titleId = useId();
  const markId = useId();
  const optionsId = useId();
  const hasOptions = shownOptions(line, product) != null;
  const describedBy = hasOptions ? `${titleId} ${optionsId}` : titleId;
  const mark = markOf(line, stock, problem, formatPrice);
  const isAtStock = mark !== undefined && quantity >= (stock ?? 0);
  const remove = () => removeLine(id);
  const decrease = () => (quantity === 1 ? remove() : changeCart({ type: "decrease", id }));
  return (
    <LineItem {...{ line, product, problem, titleId, optionsId, describedBy }}>
      <QuantityCounter
        title={title}
        quantity={quantity}
        optionsId={hasOptions ? optionsId : undefined}
        mostId={isAtStock ? markId : undefined}
        onDecrease={decrease}
        onIncrease={() => changeCart({ type: "increase", id, ...(stock !== undefined && { stock }) })}
      />
      <button
        ref={returned ? focus : undefined}
        type="button"
        aria-describedby={describedBy}
        className="text-link min-h-11 px-1 text-sm"
        onClick={remove}
      >
        Remove
      </button>
      <p
        id={markId}
        role="status"
        className={`text-sm font-medium ${isUnavailable(problem) ? "text-berry" : "text-amber"}`}
      >
        {mark}
      </p>
    </LineItem>
  );
}
