import { href } from "react-router";
import type { ShownProduct } from "#shop/catalog/product.ts";
import { Button } from "#ui/button.tsx";

/** Adds a product to the cart of a browser without scripts. Browsers with scripts needn't load it. */
export function AddWithoutScripts({ product: { id, stock } }: { product: Pick<ShownProduct, "id" | "stock"> }) {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <form
          method="post"
          action={href("/cart")}
          className="mt-2 flex flex-wrap items-center gap-3 aside:mt-4 low:mt-2 aside:max-w-md"
        >
          <input type="hidden" name="add" value={id} />
          <input
            type="number"
            name="quantity"
            aria-label="Quantity"
            required
            defaultValue={1}
            min={1}
            max={stock}
            className="h-12 w-20 rounded-lg border border-field bg-raised px-3.5 text-base"
          />
          <Button className="grow px-4 aside:min-h-13 aside:text-lg">Add to cart</Button>
        </form>
      )}
    </noscript>
  );
}
