import type { addItems } from "#shop/cart/add-items.ts";
import { cartSubtotal } from "#shop/cart/cart-reducer.ts";
import type { ProductsById } from "#shop/cart/compare-cart.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";
import { Sentence } from "#ui/sentence.tsx";

interface OfferedItemsProps {
  offered: ReturnType<typeof addItems>;
  products: ProductsById;
}

/** The items that someone else chose for a cart, what they cost, and which of them there aren't. */
export function OfferedItems({ offered, products }: OfferedItemsProps) {
  const formatPrice = useFormatPrice();
  return (
    <>
      <ul className="grid gap-3">
        {offered.lines.map(({ id, title, thumbnail, quantity, priceCents }) => (
          <li
            key={id}
            className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[4rem_1fr_auto]"
          >
            <span className="aspect-square overflow-hidden rounded-lg bg-furniture max-sm:row-span-2">
              <Picture src={thumbnail} alt="" sizes="4rem" />
            </span>
            <span className="min-w-0 wrap-anywhere max-sm:self-end">
              {title}
              <OptionsText options={products.get(id)?.options} />
            </span>
            <span className="text-soft tabular-nums max-sm:col-start-2 max-sm:self-start">
              {quantity} × {formatPrice(priceCents)}
            </span>
          </li>
        ))}
      </ul>
      {offered.missing.map(({ name, text }) => (
        <p key={text} className="mt-3 text-berry">
          <Sentence text={text} names={[name]} />
        </p>
      ))}
      {offered.pieces > 0 && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 font-medium">
          Total <span className="tabular-nums">{formatPrice(cartSubtotal(offered.lines))}</span>
        </p>
      )}
    </>
  );
}

/** The toast after items were added. */
export function describeAdded(pieces: number) {
  const text = `${pieces} ${pieces === 1 ? "item has" : "items have"} been added to your cart!`;
  return { type: "success", title: "✅ Added to Cart", text } as const;
}
