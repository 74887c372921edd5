import { type FocusEvent, Suspense, useState } from "react";
import { Form, href, useSearchParams } from "react-router";
import { SearchIcon } from "#ui/icons.tsx";
import { lazyWithRetry } from "../page/lazy-with-retry.ts";

/** Loaded when the field gets focus. */
const SearchSuggestions = lazyWithRetry(() => import("./search-suggestions.tsx"), "SearchSuggestions");

const popoverId = "search";

/** The header's search. On phones a button opens it. */
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
        // A new key after each search closes the field on phones and resets it.
        key={q}
        id={popoverId}
        popover="auto"
        onToggle={({ currentTarget }) => currentTarget.querySelector("input")?.focus()}
        onFocus={() => setUsed(true)}
        onBlur={closeWhenLeft}
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

/** On phones, the field covers the page's top: it closes when the focus goes on to the page, but not to its own button. */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
  if (!relatedTarget.matches(`[popovertarget=${popoverId}]`)) currentTarget.hidePopover();
}

interface SearchInputProps {
  q: string | undefined;
  label: string;
  submitLabel: string;
}

/** The field and button of every search form. */
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
