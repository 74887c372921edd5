import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { href } from "react-router";
import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { ProductCard } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { Discount, Price } from "#ui/price.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { listAddress } from "./list-address.ts";
import { nothingHint, nothingText } from "./nothing-text.ts";
import { VariantsSummary } from "./variants-summary.tsx";

/** Text typed while a search is loading: the next page's field takes it over. */
let typedMeanwhile: { text: string; isOpen: boolean } | undefined;

/** The best matches for what is typed, below a focused search field. Arrow keys move between them; Escape and blur close them. */
export function SearchSuggestions() {
  const [text, setText] = useState("");
  const found = useSuggestions(text);
  const list = useRef<HTMLDivElement>(null);

  // Before the results page takes the focus (`page-focus.tsx`), and before this field unmounts.
  useLayoutEffect(() => {
    const search = list.current?.parentElement;
    const field = search?.querySelector("input[type=search]");
    if (!search || !(field instanceof HTMLInputElement)) return;
    const listening = new AbortController();
    const { signal } = listening;
    const follow = () => setText(field.value.trim());
    const leave = () => setText("");
    const type = () => {
      field.setAttribute("data-typed", "");
      follow();
    };
    const submit = () => {
      field.removeAttribute("data-typed");
      search.hidePopover();
      leave();
    };
    field.addEventListener("focus", follow, { signal });
    field.addEventListener("input", type, { signal });
    search.addEventListener("submit", submit, { signal });
    search.addEventListener("focusout", ({ relatedTarget }) => search.contains(relatedTarget as Node) || leave(), {
      signal,
    });
    search.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") leave();
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const places: HTMLElement[] = [field, ...search.querySelectorAll("a")];
        const next = step && places[places.indexOf(document.activeElement as HTMLElement) + step];
        if (!next) return;
        event.preventDefault();
        next.focus();
      },
      { signal },
    );
    if (typedMeanwhile) {
      if (typedMeanwhile.isOpen) search.showPopover();
      field.value = typedMeanwhile.text;
      field.focus();
      type();
      typedMeanwhile = undefined;
    } else if (document.activeElement === field) follow();
    return () => {
      listening.abort();
      if (document.activeElement?.matches("[data-typed]"))
        typedMeanwhile = { text: field.value, isOpen: search.matches(":popover-open") };
    };
  }, []);

  function leave() {
    list.current?.closest("search")?.hidePopover();
    setText("");
  }

  const shown = text === "" ? undefined : found;
  const count = shown?.products.length ?? 0;
  return (
    <div ref={list}>
      <p role="status" className="sr-only">
        {count > 0 && `${count} ${count === 1 ? "suggestion" : "suggestions"}`}
        {shown && count === 0 && nothingText({ q: shown.q, filters: [] })}
      </p>
      {shown && count === 0 && <NoSuggestions q={shown.q} onLeave={leave} />}
      {shown && count > 0 && (
        <ul aria-label="Suggestions" className="search-suggestions">
          {shown.products.map((product) => (
            <li key={product.id}>
              <Link to={productAddress(product)} prefetch="intent" onClick={leave} className="search-suggestion">
                <Suggestion product={product} />
              </Link>
            </li>
          ))}
          <li>
            <Link to={listAddress({ q: text, filters: [] })} onClick={leave} className="search-suggestion text-spruce">
              See all results
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}

/** Says what the page of results would, with its way on. */
function NoSuggestions({ q, onLeave }: { q: string; onLeave: () => void }) {
  return (
    <div className="search-suggestions">
      <p className="px-2 py-1.5 wrap-anywhere">
        <Sentence text={nothingText({ q, filters: [] })} names={[q]} />
      </p>
      <p className="px-2 text-sm text-soft">{nothingHint}</p>
      <Link to={href("/products")} onClick={onLeave} className="search-suggestion text-spruce">
        See all products
      </Link>
    </div>
  );
}

function Suggestion({ product }: { product: ProductCard }) {
  const { title, brand, thumbnail, priceCents, formerCents, variants } = product;
  return (
    <>
      <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-furniture">
        <Picture src={thumbnail} alt="" sizes="48px" />
      </span>
      {/* With large text, the price is below the name, which it would leave no room. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="min-w-[min(7rem,100%)] grow basis-0">
          <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
          {brand && <span className="block truncate text-sm text-soft">{brand}</span>}
          {variants && <VariantsSummary summary={variants.summary} />}
          {isSoldOut(product) && <span className="block text-sm font-medium text-berry">Out of Stock</span>}
        </span>
        <span className="flex max-w-full flex-col items-end">
          <Price cents={priceCents} formerCents={formerCents} isFrom={variants?.isFrom} />
          <Discount percentage={shownDiscount(product)} />
        </span>
      </span>
    </>
  );
}

/** What was found, and for which text. Keeps earlier results until newer ones arrive; undefined before the first. */
function useSuggestions(q: string) {
  const [found, setFound] = useState<{ q: string; products: ProductCard[] }>();
  useEffect(() => {
    if (!q) return setFound(undefined);
    const controller = new AbortController();
    fetch(`/search-suggestions?${new URLSearchParams({ q })}`, { signal: controller.signal })
      .then(async (answer) => answer.ok && setFound({ q, products: await answer.json() }))
      // Suggestions fail silently; the search itself reports errors.
      .catch(() => {});
    return () => controller.abort();
  }, [q]);
  return found;
}
