/** A rating drawn as a star with its number, and spoken in full. */
export function Rating({ rating, className = "" }: { rating: number; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1 text-sm tabular-nums ${className}`}>
      <svg viewBox="0 0 20 20" className="size-4 text-amber" fill="currentColor" aria-hidden="true">
        <path d="M10 1.6l2.500 5.300 5.800.8-4.200 4 1 5.800-5.100-2.800-5.100 2.800 1-5.800-4.200-4 5.800-.8z" />
      </svg>
      <span className="sr-only">Rating </span>
      {rating}
      <span className="sr-only"> of 5</span>
    </span>
  );
}
