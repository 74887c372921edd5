import { useId } from "react";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";

/** A star with a number; screen readers hear a sentence. Nothing for a product without a rating. */
export function Rating({ rating, className = "" }: { rating: number; className?: string }) {
  if (!rating) return null;
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 text-sm tabular-nums ${className}`}>
      <svg viewBox="0 0 20 20" className="size-4 text-star" fill="currentColor" aria-hidden="true">
        <path d={star} />
      </svg>
      <RatingWords rating={rating} />
    </span>
  );
}

/** Five stars, and the rating's source: the catalog, not customers. Nothing for a product without a rating. */
export function StarRating({ rating }: { rating: number }) {
  const clipId = useId();
  if (!rating) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
      <svg viewBox="0 0 100 20" className="h-5 shrink-0" fill="currentColor" aria-hidden="true">
        <clipPath id={clipId}>
          <rect width={rating * 20} height="20" />
        </clipPath>
        <path d={fiveStars} className="text-line" />
        <path d={fiveStars} className="text-star" clipPath={`url(#${clipId})`} />
      </svg>
      <RatingWords rating={rating} />
      <span className="text-sm text-soft">catalog rating</span>
    </p>
  );
}

function RatingWords({ rating }: { rating: number }) {
  return (
    <>
      <span className="sr-only">Rating </span>
      {formatNumber(rating, useFormats())}
      <span className="sr-only"> of 5</span>
    </>
  );
}

const star = "M10 1.6l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z";
const fiveStars = [0, 20, 40, 60, 80].map((x) => star.replace("M10", `M${x + 10}`)).join("");
