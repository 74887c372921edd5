import { useId, useState } from "react";
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import {
  type CartProduct,
  findProblems,
  type LineProblem,
  type ProductsById,
  shownCents,
} from "#shop/cart/compare-cart.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Link } from "#ui/link.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";
import { Amount, FormerPrice, Price } from "#ui/price.tsx";
import { changeCart, removeLine, undoRemoval, useRemovedLines } from "../cart/cart-store.ts";
import { QuantityCounter } from "../cart/quantity-counter.tsx";
import { stockAlertAddress } from "../navigation/stock-alert-address.ts";
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
  const formats = useFormats();
  const { id, title, thumbnail, quantity } = line;
  const stock = product?.stock;
  const priceCents = shownCents(line, product);
  const { formerCents, discount } = product?.priceCents === priceCents ? product : {};
  const titleId = useId();
  const markId = useId();
  const optionsId = useId();
  const describedBy = product?.options ? `${titleId} ${optionsId}` : titleId;
  const mark = markOf(line, stock, problem, formatPrice);
  const isUnavailable = problem?.kind === "gone" || problem?.kind === "soldOut";
  const isAtStock = mark !== undefined && quantity >= (stock ?? 0);
  const remove = () => removeLine(id);
  const decrease = () => (quantity === 1 ? remove() : changeCart({ type: "decrease", id }));
  return (
    <li className={lineLayout.line}>
      <span className={lineLayout.picture}>
        <Picture src={thumbnail} alt="" sizes="6rem" className={isUnavailable ? "sold-out" : ""} />
      </span>
      <div className={lineLayout.name}>
        <Link
          id={titleId}
          dir="auto"
          to={productAddress({ id, address: product?.address })}
          prefetch="intent"
          className={lineLayout.link}
        >
          {title}
        </Link>
        <OptionsText options={product?.options} id={optionsId} />
      </div>
      {/* Of one piece, the line's total is its price. The line of text stays, so that the buttons don't move with the quantity. On phones it is below the total. */}
      <p
        data-note={[quantity > 1 && "each", formerCents && `${formatPercent(discount ?? 0, formats)} off included`]
          .filter(Boolean)
          .join(" · ")}
        className={lineLayout.note}
      >
        <FormerPrice cents={formerCents} />
        <span className={quantity === 1 ? "sr-only" : lineLayout.each}>
          <Amount text={formatPrice(priceCents)} />
        </span>
      </p>
      <Price cents={lineTotal({ ...line, priceCents })} className={lineLayout.price} />
      <div className={lineLayout.controls}>
        <QuantityCounter
          title={title}
          quantity={quantity}
          optionsId={product?.options && optionsId}
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
        <p id={markId} role="status" className={`text-sm font-medium ${isUnavailable ? "text-berry" : "text-amber"}`}>
          {mark}
        </p>
        {problem?.kind === "soldOut" && (
          <Link
            to={stockAlertAddress(id)}
            aria-describedby={describedBy}
            className="text-link inline-flex min-h-11 items-center px-1 text-sm"
          >
            Notify me when it's back
          </Link>
        )}
      </div>
    </li>
  );
}

/** A warning about the line: unavailable, another price, or the last pieces. */
export function markOf(
  { quantity }: CartLine,
  stock: number | undefined,
  problem: LineProblem | undefined,
  formatPrice: (cents: number) => string,
) {
  if (problem?.kind === "gone") return "No longer available";
  if (problem?.kind === "soldOut") return "Out of stock";
  const marks = [
    problem?.kind === "price" && `Now ${formatPrice(problem.priceCents)}`,
    stock !== undefined && quantity >= stock && `Only ${stock} left`,
  ].filter(Boolean);
  return marks.length > 0 ? marks.join(". ") : undefined;
}
