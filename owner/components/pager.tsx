/** The way on in a list, and back to its start. */
export function Pager({
  first,
  next,
  label,
}: {
  first?: string | undefined;
  next?: string | undefined;
  label: string;
}) {
  if (!first && !next) return null;
  return (
    <nav aria-label={label} className="mt-6 flex flex-wrap gap-3 print:hidden">
      {first && (
        <a href={first} className="button button-quiet">
          First page
        </a>
      )}
      {next && (
        <a href={next} className="button button-quiet" rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
