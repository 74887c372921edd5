import type { ReactNode } from "react";
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import { type CartProduct, type LineProblem, shownCents } from "#shop/cart/compare-cart.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Link } from "#ui/link.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";
import { Amount, FormerPrice, Price } from "#ui/price.tsx";
import { stockAlertAddress } from "../navigation/stock-alert-address.ts";
import { lineLayout } from "./line-layout.ts";

interface LineItemProps {
  line: CartLine;
  /** undefined until it is loaded, null if it is gone. */
  product: CartProduct | null | undefined;
  problem: LineProblem | undefined;
  titleId: string;
  optionsId: string;
  /** The IDs of what names the product to its buttons. */
  describedBy: string;
  /** Its counter, its button to remove it, and its mark. */
  children: ReactNode;
}

/** What tells a line's product from its siblings: what the browser knows of it until the shop has said. */
export function shownOptions(line: CartLine, product: CartProduct | null | undefined) {
  return product === undefined ? line.options : product?.options;
}

/** A line of the cart, with and without scripts: picture, name, prices and its controls. */
export function LineItem({ line, product, problem, titleId, optionsId, describedBy, children }: LineItemProps) {
  const formatPrice = useFormatPrice();
  const formats = useFormats();
  const { id, title, thumbnail, quantity } = line;
  const priceCents = shownCents(line, product);
  const { formerCents, discount } = product?.priceCents === priceCents ? product : {};
  return (
    <li className={lineLayout.line}>
      <span className={lineLayout.picture}>
        <Picture src={thumbnail} alt="" sizes="6rem" className={isUnavailable(problem) ? "sold-out" : ""} />
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
        <OptionsText options={shownOptions(line, product)} id={optionsId} />
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
        {children}
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

export function isUnavailable(problem: LineProblem | undefined) {
  return problem?.kind === "gone" || problem?.kind === "soldOut";
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
