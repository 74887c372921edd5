import type { ShownProduct } from "#shop/catalog/product.ts";
import { fewLeft } from "#shop/catalog/stock/availability.ts";

const colours = { "In Stock": "text-spruce", "Low Stock": "text-amber", "Out of Stock": "text-berry" };

interface StockStatusProps {
  product: ShownProduct;
  className?: string;
}

/** Availability in words and color, with the number of the last items. */
export function StockStatus({ product, className = "" }: StockStatusProps) {
  const { availabilityStatus } = product;
  const left = fewLeft(product);
  return (
    <p className={`flex items-center gap-2 font-medium ${colours[availabilityStatus]} ${className}`}>
      <span className="size-2.5 rounded-full bg-current" aria-hidden="true" />
      {availabilityStatus}
      {left && `: only ${left} left`}
    </p>
  );
}
