import { formatPercent } from "#shop/values/written-numbers.ts";
import { useFormatPrice, useFormats } from "./formats.ts";
import { amountLook, priceLook } from "./price-look.ts";

interface PriceProps {
  cents: number;
  /** The former price, struck through before it. */
  formerCents?: number | undefined;
  /** Whether it is the lowest of several. */
  isFrom?: boolean | undefined;
  className?: string;
}

export function Price({ cents, formerCents, isFrom = false, className = "" }: PriceProps) {
  const formatPrice = useFormatPrice();
  return (
    <span className={`${priceLook} ${className}`}>
      <FormerPrice cents={formerCents} />
      {isFrom && <span className="font-sans text-sm font-normal text-soft">from </span>}
      <Amount text={formatPrice(cents)} />
    </span>
  );
}

/** An amount, which never breaks. */
export function Amount({ text }: { text: string }) {
  const look = amountLook(text);
  return look ? <span className={look}>{text}</span> : text;
}

/** The former price before a lower one; nothing without one. */
export function FormerPrice({ cents }: { cents: number | undefined }) {
  const formatPrice = useFormatPrice();
  if (cents === undefined) return null;
  return (
    <>
      <span className="sr-only">Regular price </span>
      <s className="mr-2 inline-block font-sans text-sm text-soft">{formatPrice(cents)}</s>
      <span className="sr-only">now </span>
    </>
  );
}

/** A product's discount; nothing without one. */
export function Discount({ percentage, className = "" }: { percentage: number; className?: string }) {
  const formats = useFormats();
  if (percentage === 0) return null;
  return (
    <span className={`rounded-full bg-berry px-2 py-0.5 text-xs font-semibold text-on-berry tabular-nums ${className}`}>
      {`${formatPercent(percentage, formats)} off`}
    </span>
  );
}
