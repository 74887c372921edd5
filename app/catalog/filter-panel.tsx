import { startTransition, useEffect, useEffectEvent, useOptimistic, useRef, useState } from "react";
import { Form, href, useNavigate } from "react-router";
import type { CountedFacet } from "#shop/catalog/filters/filters.ts";
import { Button } from "#ui/button.tsx";
import { ColorDots } from "./color-dots.tsx";
import { type ListState, listAddress } from "./list-address.ts";

interface FilterPanelProps {
  list: ListState;
  facets: CountedFacet[];
  /** The options that narrow the list, such as its sizes and colors. */
  options?: CountedFacet[] | undefined;
  total: number;
  /** Whether the catalog has brands that the page doesn't list. */
  hasMoreBrands?: boolean | undefined;
}

const brandFacet = "Brand";
/** Choices of another facet that are shown at once; the others are folded. */
const shownChoices = 12;
/** The page lists so many choices of a facet, and the selected ones. The menu has all of them. */
const listedChoices = 60;
/** Above this number, the brands get a search field. */
const manyBrands = 10;

/** All filters as checkboxes. Each change updates the list; without JavaScript, a button does. */
export function FilterPanel({ list, facets, options = [], total, hasMoreBrands = false }: FilterPanelProps) {
  const navigate = useNavigate();
  const [brandText, setBrandText] = useState("");
  const foundBrands = useFoundBrands(brandText, list);
  // Checkboxes change immediately, before the new list arrives.
  const [filters, setFilters] = useOptimistic(list.filters);
  const chosen = new Set(filters);
  const form = useRef<HTMLFormElement>(null);

  function toggle(...values: string[]) {
    const toggled = new Set(chosen);
    for (const value of values) if (!toggled.delete(value)) toggled.add(value);
    const next = [...toggled];
    startTransition(async () => {
      setFilters(next);
      await navigate(listAddress({ ...list, filters: next }), { preventScrollReset: true });
    });
  }

  // Choices made before hydration.
  const takeEarlyChoices = useEffectEvent(() => {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>("[name=filter]") ?? [];
    const early = Array.from(boxes).filter(({ checked, defaultChecked }) => checked !== defaultChecked);
    if (early.length > 0) toggle(...early.map(({ value }) => value));
  });
  useEffect(() => takeEarlyChoices(), []);

  return (
    <Form
      ref={form}
      // Browsers would restore the choices of another address.
      autoComplete="off"
      action={href("/products")}
      className="grid gap-y-6"
    >
      {list.q && <input type="hidden" name="q" value={list.q} />}
      {list.sort && <input type="hidden" name="sort" value={list.sort} />}
      {facets.map(({ label, choices }) => {
        const isLong = label === brandFacet && choices.length > manyBrands;
        return (
          <fieldset key={label} className="min-w-0">
            <legend className="mb-1 font-medium">{label}</legend>
            {isLong && (
              <input
                type="text"
                aria-label="Find a brand"
                placeholder="Find a brand"
                autoComplete="off"
                value={brandText}
                onChange={({ target }) => setBrandText(target.value)}
                onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
                className="mb-1 h-11 w-full rounded-lg border border-field bg-raised px-3 text-base"
              />
            )}
            <Choices
              choices={
                isLong
                  ? shownBrands(choices, brandText, hasMoreBrands ? foundBrands : undefined)
                  : choices.slice(0, shownChoices)
              }
              chosen={chosen}
              onToggle={toggle}
              className={isLong ? "max-h-64 overflow-y-auto pr-1" : ""}
            />
            {!isLong && <MoreChoices choices={choices} chosen={chosen} onToggle={toggle} />}
          </fieldset>
        );
      })}
      {options.map(({ label, choices }) => (
        <fieldset key={`option ${label}`} className="min-w-0">
          <legend className="mb-1 font-medium">
            <bdi>{label}</bdi>
          </legend>
          <Choices choices={choices.slice(0, shownChoices)} chosen={chosen} onToggle={toggle} />
          <MoreChoices choices={choices} chosen={chosen} onToggle={toggle} />
        </fieldset>
      ))}
      <div className="filters-end">
        <Button className="w-full">{`Show ${total} ${total === 1 ? "product" : "products"}`}</Button>
      </div>
    </Form>
  );
}

type FilterChoice = CountedFacet["choices"][number];

interface ChoicesProps {
  choices: FilterChoice[];
  chosen: Set<string>;
  onToggle: (value: string) => void;
  className?: string;
}

function Choices({ choices, chosen, onToggle, className }: ChoicesProps) {
  return (
    <ul className={className}>
      {choices.map((choice) => (
        <li key={choice.value}>
          <Choice {...choice} isChosen={chosen.has(choice.value)} onToggle={onToggle} />
        </li>
      ))}
    </ul>
  );
}

/** Folds all choices but the first. */
function MoreChoices(props: ChoicesProps) {
  const { chosen } = props;
  const choices = props.choices.filter(
    ({ value }, index) => index >= shownChoices && (index < listedChoices || chosen.has(value)),
  );
  const [isOpen] = useState(() => choices.some(({ value }) => chosen.has(value)));
  if (choices.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary className="text-link flex min-h-11 items-center text-sm">Show {choices.length} more</summary>
      <Choices {...props} choices={choices} />
    </details>
  );
}

interface ChoiceProps extends FilterChoice {
  isChosen: boolean;
  onToggle: (value: string) => void;
}

/** Filters that would leave no products are disabled. */
function Choice({ value, label, count, isChild, color, isChosen, onToggle }: ChoiceProps) {
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-default has-disabled:text-faint ${isChild ? "pl-8" : ""}`}
    >
      <input
        type="checkbox"
        name="filter"
        value={value}
        checked={isChosen}
        disabled={count === 0 && !isChosen}
        onChange={() => onToggle(value)}
        className="size-5 shrink-0 accent-spruce"
      />
      {color && <ColorDots colors={[color]} />}
      <span className="min-w-0 grow wrap-break-word">{label}</span>
      <span className="text-sm text-soft tabular-nums">{count}</span>
    </label>
  );
}

/** Brands whose names contain the text: from the server if it knows more brands than the page. */
function shownBrands(choices: FilterChoice[], text: string, found: FilterChoice[] | undefined) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return choices;
  return found ?? choices.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/** Searches all brands of the catalog by a part of their names. */
function useFoundBrands(text: string, { q, filters }: ListState) {
  const [found, setFound] = useState<FilterChoice[]>();
  const address = listAddress({ q, filters }).replace(href("/products"), "/brands");
  useEffect(() => {
    setFound(undefined);
    if (!text.trim()) return;
    const controller = new AbortController();
    const url = new URL(address, window.location.href);
    url.searchParams.set("brand", text);
    fetch(url, { signal: controller.signal })
      .then(async (answer) => answer.ok && setFound(await answer.json()))
      .catch(() => {});
    return () => controller.abort();
  }, [text, address]);
  return found;
}
