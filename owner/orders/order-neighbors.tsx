import { Button } from "#ui/button.tsx";
import { ChevronIcon } from "#ui/icons.tsx";

interface OrderNeighborsProps {
  /** The addresses of the orders before and after this one in its list. */
  previous: string | undefined;
  next: string | undefined;
}

/** Leads on in the list that an order was opened from; so do K and J (`owner/enhancements/move-by-keys.ts`). */
export function OrderNeighbors({ previous, next }: OrderNeighborsProps) {
  return (
    <nav aria-label="Orders in the list" data-neighbors className="flex gap-2 empty:hidden">
      {previous !== undefined && (
        <Button href={previous} rel="prev" look="quiet" aria-label="Previous order" className="px-3">
          <ChevronIcon className="size-5 rotate-90" />
        </Button>
      )}
      {next !== undefined && (
        <Button href={next} rel="next" look="quiet" aria-label="Next order" className="px-3">
          <ChevronIcon className="size-5 -rotate-90" />
        </Button>
      )}
    </nav>
  );
}
