import type { ProductCard } from "#shop/catalog/product.ts";

const colours = { "In Stock": "text-spruce", "Low Stock": "text-amber", "Out of Stock": "text-berry" };

interface StockStatusProps {
  product: ProductCard;
  className?: string;
}

/** Whether a product can be had, in words and in colour. */
export function StockStatus({ product: { availabilityStatus }, className = "" }: StockStatusProps) {
  return (
    <p className={`flex items-center gap-2 font-medium ${colours[availabilityStatus]} ${className}`}>
      <span className="size-2.5 rounded-full bg-current" aria-hidden="true" />
      {availabilityStatus}
    </p>
  );
}
