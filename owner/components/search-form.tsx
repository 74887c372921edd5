import type { ReactNode } from "react";
import { SelectField, TextField } from "./form-fields.tsx";

interface SearchFormProps {
  /** What the words are looked for in. */
  label: string;
  q: string;
  /** The form's columns where there is room for one row: words, choices, button. */
  columns: string;
  children: ReactNode;
}

/** What a list is searched by; the address has it all. */
export function SearchForm({ label, q, columns, children }: SearchFormProps) {
  return (
    <search className="@container block">
      <form
        className={`mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-end gap-3 ${columns}`}
      >
        <TextField
          label={label}
          name="q"
          type="search"
          defaultValue={q}
          className="col-span-full @min-[60rem]:col-span-1"
        />
        {children}
        <button type="submit" className="button button-main @max-xl:col-span-full">
          Find
        </button>
      </form>
    </search>
  );
}

/** In which order a list by time is shown. */
export function NewestOrOldest({ sort }: { sort: "newest" | "oldest" }) {
  return (
    <SelectField label="Order" name="sort" defaultValue={sort}>
      <option value="newest">Newest first</option>
      <option value="oldest">Oldest first</option>
    </SelectField>
  );
}
