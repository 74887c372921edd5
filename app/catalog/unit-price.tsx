import { type PricedContent, unitPriceOf } from "#shop/catalog/pricing/unit-price.ts";
import { useFormatPrice } from "#ui/formats.ts";

/** "$24.90/kg"; nothing for a product without a content. */
export function UnitPrice({ product, className = "" }: { product: PricedContent; className?: string }) {
  const formatPrice = useFormatPrice();
  const unitPrice = unitPriceOf(product);
  if (!unitPrice) return null;
  return (
    <span className={`text-soft tabular-nums ${className}`}>{`${formatPrice(unitPrice.cents)}/${unitPrice.unit}`}</span>
  );
}
