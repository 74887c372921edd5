import type { VariantsSummary as Summary } from "#shop/catalog/product.ts";

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

const size = 16;

function Dots({ label, colors, more }: Summary & { colors: string[] }) {
  return (
    <>
      <svg width={colors.length * size} height={size} aria-hidden="true" className="shrink-0">
        {colors.map((color, index) => (
          <circle
            key={color}
            cx={index * size + 7}
            cy={size / 2}
            r="6"
            fill={color}
            stroke="currentColor"
            strokeOpacity="0.4"
          />
        ))}
      </svg>
      {more && <span aria-hidden="true">+{more}</span>}
      <span className="sr-only">{label}</span>
    </>
  );
}
