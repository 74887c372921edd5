import type { VariantsSummary as Summary } from "#shop/catalog/product.ts";
import { ColorDots } from "./color-dots.tsx";

interface VariantsSummaryProps {
  summary: Summary[];
  className?: string;
}

/** What the siblings on a card differ in: "3 sizes", colors as dots; nothing if they have no options. */
export function VariantsSummary({ summary, className = "" }: VariantsSummaryProps) {
  if (summary.length === 0) return null;
  return (
    <span className={`flex flex-wrap items-center gap-x-2 text-sm text-soft ${className}`}>
      {summary.map(({ label, colors, more }, index) => (
        <span key={label} className="flex min-w-0 items-center gap-x-2">
          {index > 0 && <span aria-hidden="true">·</span>}
          {colors ? <Dots label={label} colors={colors} more={more} /> : <bdi className="truncate">{label}</bdi>}
        </span>
      ))}
    </span>
  );
}

function Dots({ label, colors, more }: Summary & { colors: string[] }) {
  return (
    <>
      <ColorDots colors={colors} />
      {more && <span aria-hidden="true">+{more}</span>}
      <span className="sr-only">{label}</span>
    </>
  );
}
