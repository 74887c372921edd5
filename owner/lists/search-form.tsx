import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "../forms/form-fields.tsx";

interface SearchFormProps {
  /** The label of the search field. */
  label: string;
  q: string;
  /** The grid columns on wide screens: search field, filters, button. */
  columns?: string;
  /** The filters. */
  children?: ReactNode;
}

/**
 * A list's search and filters, which narrow screens fold. They are kept in the URL. After a search the focus is between the form and what was
 * found, so that Tab leads into the list.
 */
export function SearchForm({ label, q, columns = "@min-[60rem]:grid-cols-[1fr_auto]", children }: SearchFormProps) {
  return (
    <search className="@container block">
      <form
        className={`mb-6 grid items-end gap-3 @min-[15rem]:grid-cols-[1fr_auto] @xl:grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] ${columns}`}
      >
        <TextField
          label={label}
          name="q"
          type="search"
          defaultValue={q}
          className="@xl:col-span-full @min-[60rem]:col-span-1"
        />
        {children && (
          <details className="search-filters @max-xl:row-start-2">
            <summary>Filters</summary>
            {children}
          </details>
        )}
        <Button>Search </Button>
      </form>
      {q && (
        // biome-ignore lint/a11y/noAutofocus: whoever searched goes on with what was found
        <p tabIndex={-1} autoFocus className="sr-only">
          Search results
        </p>
      )}
    </search>
  );
}

/** Sorts a list by time. */
export function NewestOrOldest({ sort }: { sort: "newest" | "oldest" }) {
  return (
    <SelectField label="Sort by" name="sort" defaultValue={sort}>
      <option value="newest">Newest first</option>
      <option value="oldest">Oldest first</option>
    </SelectField>
  );
}
