import { useFormatPrice } from "./currency.ts";

export function Price({ cents, className = "" }: { cents: number; className?: string }) {
  const formatPrice = useFormatPrice();
  return <span className={`font-display font-medium tabular-nums ${className}`}>{formatPrice(cents)}</span>;
}

/** A product's discount; nothing without one. */
export function Discount({ percentage, className = "" }: { percentage: number; className?: string }) {
  if (percentage === 0) return null;
  return (
    <span className={`rounded-full bg-berry px-2 py-0.5 text-xs font-semibold text-on-berry tabular-nums ${className}`}>
      {percentage}% off
    </span>
  );
}
