import type { ReactNode } from "react";
import { SelectField, TextField } from "./fields.tsx";

interface SearchFormProps {
  /** What the words are looked for in. */
  label: string;
  q: string;
  /** The form's columns in wide windows: words, choices, button. */
  columns: string;
  children: ReactNode;
}

/** What a list is searched by; the address has it all. */
export function SearchForm({ label, q, columns, children }: SearchFormProps) {
  return (
    <search>
      <form className={`mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-end gap-3 ${columns}`}>
        <TextField label={label} name="q" type="search" defaultValue={q} className="col-span-full md:col-span-1" />
        {children}
        <button type="submit" className="button button-main max-md:col-span-full">
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
