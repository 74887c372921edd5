import { Suspense, useState } from "react";
import { Form, href, useSearchParams } from "react-router";
import { SearchIcon } from "../components/icons.tsx";
import { lazyPart } from "../components/lazy-part.ts";

/** For who types; comes when the field is gone to. */
const SearchSuggestions = lazyPart(async () => (await import("./search-suggestions.tsx")).SearchSuggestions);

const popoverId = "search";

/** A field in the header that finds products by their words. On phones a button opens it. */
export function SearchField() {
  const [query] = useSearchParams();
  const [isUsed, setUsed] = useState(false);
  const q = query.get("q") ?? "";
  return (
    <>
      <button
        type="button"
        aria-label="Open search"
        popoverTarget={popoverId}
        className="grid size-11 place-items-center rounded-full hover:bg-ink/5 @5xl:hidden"
      >
        <SearchIcon />
      </button>
      <search
        // A search that was made closes it, on phones, and begins it anew.
        key={q}
        id={popoverId}
        popover="auto"
        onToggle={({ currentTarget }) => currentTarget.querySelector("input")?.focus()}
        onFocus={() => setUsed(true)}
        className="search-field"
      >
        <Form action={href("/products")} className="relative">
          <SearchInput q={q} label="Search products" submitLabel="Search" />
        </Form>
        {isUsed && (
          <Suspense>
            <SearchSuggestions />
          </Suspense>
        )}
      </search>
    </>
  );
}

interface SearchInputProps {
  /** What is searched for. */
  q: string | undefined;
  label: string;
  submitLabel: string;
}

/** What a form has that searches: the words, and a button. */
export function SearchInput({ q, label, submitLabel }: SearchInputProps) {
  return (
    <>
      <button
        type="submit"
        aria-label={submitLabel}
        className="absolute left-0 grid size-11 place-items-center text-soft"
      >
        <SearchIcon />
      </button>
      <input
        type="search"
        name="q"
        defaultValue={q}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        className="h-11 w-full rounded-full border border-field bg-raised pr-4 pl-11 text-base placeholder:text-soft"
      />
    </>
  );
}
