import { Button } from "#ui/button.tsx";
import { withQuery } from "../addresses.ts";

interface PagerProps {
  label: string;
  /** The list's path. */
  path: string;
  /** The list's search and sorting. */
  query?: Parameters<typeof withQuery>[1];
  isFirst: boolean;
  /** The cursor of the next page; undefined on the last. */
  next: string | number | undefined;
  /** The query parameter of the cursor. */
  nextName?: string;
}

/** Links to a list's next and first page. */
export function Pager({ label, path, query = {}, isFirst, next, nextName = "after" }: PagerProps) {
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label={label} className="mt-6 flex flex-wrap gap-3 print:hidden">
      {!isFirst && (
        <Button href={withQuery(path, query)} look="quiet">
          First page
        </Button>
      )}
      {next !== undefined && (
        <Button href={withQuery(path, { ...query, [nextName]: next })} look="quiet" rel="next">
          Next page
        </Button>
      )}
    </nav>
  );
}
