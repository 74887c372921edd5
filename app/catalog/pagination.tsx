import { Link } from "react-router";

interface PaginationProps {
  page: number;
  pages: number;
  /** What the list's address says beside the page. */
  query: Record<string, string | undefined>;
}

/** Links to the pages of a list; nothing when there is one page. */
export function Pagination({ page, pages, query }: PaginationProps) {
  if (pages === 1) return null;

  function addressOf(number: number) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
    if (number > 1) params.set("page", String(number));
    return `?${params}`;
  }

  return (
    <nav aria-label="Pages" className="mt-14 flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <Link to={addressOf(page - 1)} prefetch="intent" rel="prev" className="button button-quiet">
          Previous
        </Link>
      )}
      {nearbyPages(page, pages).map((number, index, all) => (
        <span key={number} className="flex items-center gap-2">
          {index > 0 && number > (all[index - 1] ?? 0) + 1 && <span aria-hidden="true">…</span>}
          <Link
            to={addressOf(number)}
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
        <Link to={addressOf(page + 1)} prefetch="intent" rel="next" className="button button-quiet">
          Next
        </Link>
      )}
    </nav>
  );
}

/** The first, the last, and those around the current page. */
function nearbyPages(page: number, pages: number) {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  return [...new Set(wanted)].toSorted((a, b) => a - b);
}
