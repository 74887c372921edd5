import { type ComponentPropsWithoutRef, useEffect, useRef } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { CountedFacet } from "#shop/catalog/filters/filters.ts";
import { type FurtherSort, sortMenu } from "#shop/catalog/lists/sorts.ts";
import { Button } from "#ui/button.tsx";
import { ChevronIcon } from "#ui/icons.tsx";
import { type ListState, listAddress } from "./list-address.ts";
import { SearchInput } from "./search-field.tsx";

interface ListFormProps {
  list: ListState;
  facets: CountedFacet[];
  chosen: { value: string; label: string }[];
  /** Those that the owner has added to the menu. */
  furtherSorts?: FurtherSort[] | undefined;
}

/** "Any brand" and the three brands with the most products. */
const menuBrandCount = 4;
const several = "several";

/** The menus submit on change; without JavaScript, a button does. The filter menu replaces all other filters. */
export function ListForm({ list, facets, chosen, furtherSorts }: ListFormProps) {
  const { q, filters, sort } = list;
  const filter = filters.length > 1 ? several : filters[0];
  // An option, which only the filter panel offers.
  const unlisted = chosen.find(
    ({ value }) => value === filter && !facets.some(({ choices }) => choices.some((choice) => choice.value === value)),
  );
  const navigate = useNavigate();
  const { state } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef({ filter, sort });

  // Going back changes the choices but keeps the menus, and with them the focus. A difference from the address at hydration is a new
  // choice, which event replay submits.
  useEffect(() => {
    if (shown.current.filter === filter && shown.current.sort === sort) return;
    shown.current = { filter, sort };
    for (const [name, value] of Object.entries({ filter, sort })) {
      const menu = form.current?.elements.namedItem(name);
      if (menu instanceof HTMLSelectElement) menu.value = value ?? "";
    }
  }, [filter, sort]);

  function show({ currentTarget }: { currentTarget: HTMLFormElement }) {
    const chosen = new FormData(currentTarget);
    const [filter, sort] = ["filter", "sort"].map((name) => String(chosen.get(name) ?? ""));
    navigate(listAddress({ q, filters: filter === several ? filters : filter ? [filter] : [], sort }));
  }

  return (
    <Form
      ref={form}
      // Browsers would restore the choices of another address.
      autoComplete="off"
      className="flex min-w-0 grow basis-60 flex-wrap items-end gap-2"
      aria-busy={state !== "idle"}
      onChange={show}
    >
      {q && <input type="hidden" name="q" value={q} />}
      <Menu label="Filter" name="filter" defaultValue={filter ?? ""}>
        <option value="">All products</option>
        {filter === several && <option value={several}>{filters.length} filters</option>}
        {unlisted && <option value={filter}>{unlisted.label}</option>}
        {facets.map(({ label, choices }, index) => (
          <optgroup key={label} label={label}>
            {choices
              .filter(({ value }, place) => index < facets.length - 1 || place < menuBrandCount || value === filter)
              .map(({ value, label, isChild }) => (
                <option key={value} value={value}>
                  {isChild && "\u2003"}
                  {label}
                </option>
              ))}
          </optgroup>
        ))}
      </Menu>
      <Menu label="Sort by" name="sort" defaultValue={sort ?? ""}>
        <option value="">{q ? "Best match" : "Featured"}</option>
        {sortMenu(furtherSorts).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Menu>
      <noscript>
        {filter === several && filters.map((value) => <input key={value} type="hidden" name="filter" value={value} />)}
        <Button look="quiet">Apply</Button>
      </noscript>
    </Form>
  );
}

/** Searches again with the same filters and order, on screens whose header has only a search button. */
export function ListSearch({ list: { q, filters, sort } }: { list: ListState }) {
  return (
    <Form className="relative mb-4 lg:hidden">
      {filters.map((filter) => (
        <input key={filter} type="hidden" name="filter" value={filter} />
      ))}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <SearchInput key={q} q={q} label="Search this list" submitLabel="Search" />
    </Form>
  );
}

function Menu({ label, ...select }: ComponentPropsWithoutRef<"select"> & { label: string }) {
  return (
    <label className="max-w-full grow text-sm">
      <span className="max-sm:sr-only">{label}</span>
      <span className="relative block sm:mt-1">
        <select
          {...select}
          // As wide as what is chosen, which then isn't cut: menus that don't fit side by side wrap.
          className="field-sizing-content h-11 w-full cursor-pointer appearance-none truncate rounded-full border border-field bg-raised pr-8 pl-3.5 text-base text-ink hover:border-ink sm:pr-10 sm:pl-4"
        />
        <ChevronIcon className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-soft" />
      </span>
    </label>
  );
}
