import { Button } from "#ui/button.tsx";
import { CloseIcon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { type ListState, listAddress } from "./list-address.ts";

interface ChosenFiltersProps {
  list: ListState;
  chosen: { value: string; label: string }[];
}

/** The list's filters; a press removes one. */
export function ChosenFilters({ list, chosen }: ChosenFiltersProps) {
  const { q, filters } = list;
  if (!q && chosen.length === 0) return null;
  const without = chosen.map(({ value, label }) => ({
    label,
    to: listAddress({ ...list, filters: filters.filter((filter) => filter !== value) }),
  }));
  if (q) without.unshift({ label: `“${q}”`, to: listAddress({ ...list, q: undefined }) });
  return (
    <ul aria-label="Selected" className="flex min-w-0 flex-wrap items-center gap-2 sm:-my-2.5">
      {without.map(({ label, to }) => (
        <li key={label} className="min-w-0">
          <Button
            to={to}
            preventScrollReset
            data-removes-filter=""
            aria-label={`Remove ${label}`}
            look="quiet"
            className="max-w-full bg-raised px-4 text-sm"
          >
            <span className="truncate">{label}</span>
            <CloseIcon className="size-4 shrink-0" />
          </Button>
        </li>
      ))}
      {without.length > 1 && (
        <li>
          <Link
            to={listAddress({ filters: [], sort: list.sort })}
            preventScrollReset
            className="text-link px-2 text-sm"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
