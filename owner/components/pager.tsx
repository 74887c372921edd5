import { withQuery } from "./with-query.ts";

interface PagerProps {
  label: string;
  /** The list's address, without its query. */
  path: string;
  /** What the list is searched for and sorted by. */
  query?: Parameters<typeof withQuery>[1];
  isFirst: boolean;
  /** Where the list goes on; undefined at its end. */
  next: string | number | undefined;
  /** The query's name for where it goes on. */
  nextName?: string;
}

/** The way on in a list, and back to its start. */
export function Pager({ label, path, query = {}, isFirst, next, nextName = "after" }: PagerProps) {
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label={label} className="mt-6 flex flex-wrap gap-3 print:hidden">
      {!isFirst && (
        <a href={withQuery(path, query)} className="button button-quiet">
          First page
        </a>
      )}
      {next !== undefined && (
        <a href={withQuery(path, { ...query, [nextName]: next })} className="button button-quiet" rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
