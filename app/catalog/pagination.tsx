import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { type ListState, listAddress } from "./list-address.ts";

interface PaginationProps {
  page: number;
  pages: number;
  list: ListState;
}

/** Renders nothing for a single page. */
export function Pagination({ page, pages, list }: PaginationProps) {
  if (pages === 1) return null;

  return (
    <nav aria-label="Pages" className="mt-14 flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <Button to={listAddress(list, page - 1)} prefetch="intent" rel="prev" look="quiet">
          Previous
        </Button>
      )}
      {nearbyPages(page, pages).map((number, index, all) => (
        <span key={number} className="flex items-center gap-2">
          {index > 0 && number > (all[index - 1] ?? 0) + 1 && <span aria-hidden="true">…</span>}
          <Link
            to={listAddress(list, number)}
            prefetch="intent"
            aria-label={`Page ${number}`}
            aria-current={number === page ? "page" : undefined}
            className="button min-w-11 px-3 tabular-nums hover:bg-ink/5 aria-[current=page]:bg-spruce aria-[current=page]:text-on-spruce"
          >
            {number}
          </Link>
        </span>
      ))}
      {page < pages && (
        <Button to={listAddress(list, page + 1)} prefetch="intent" rel="next" look="quiet">
          Next
        </Button>
      )}
    </nav>
  );
}

/** The first, the last, and the ones around the current page. */
function nearbyPages(page: number, pages: number) {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  return [...new Set(wanted)].toSorted((a, b) => a - b);
}
