import { href } from "react-router";
import { BagIcon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { type ListState, listAddress } from "./list-address.ts";
import { nothingHint, nothingText } from "./nothing-text.ts";
import { SuggestedProducts } from "./suggested-products.tsx";

/** An empty list, with other ways to continue. */
export function NothingFound({ list }: { list: ListState }) {
  const { q, filters } = list;
  return (
    <>
      <div className="flex flex-col items-center gap-4 py-16 text-center text-soft">
        <BagIcon className="size-12" />
        <p className="text-lg text-ink">
          <Sentence text={nothingText(list)} names={[q]} />
        </p>
        {q && <p>{nothingHint}</p>}
        <p className="flex flex-wrap justify-center gap-x-6 gap-y-2">
          {q && filters.length > 0 && (
            <Link to={listAddress({ q, filters: [] })} className="text-link">
              Search without filters
            </Link>
          )}
          <Link to={href("/products")} className="text-link">
            See all products
          </Link>
        </p>
      </div>
      {(q || filters.length > 1) && <SuggestedProducts />}
    </>
  );
}
