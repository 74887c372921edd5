import type { GroupDoubt } from "#shop/catalog/groups/group-doubts.ts";
import type { Sibling } from "#shop/catalog/groups/read-group.ts";
import { isOnSale } from "#shop/catalog/pricing/usual-price.ts";
import { optionsText } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { addVariantsAddress, ownersGroupAddress, ownersProductAddress } from "../products-address.ts";

/** More are on their group's screen. */
const mostListed = 12;

/** A variant as a product's form lists it. */
interface ListedVariant {
  id: string;
  /** "Size: M · Colour: Blue", or its ID. */
  name: string;
  /** "12 in stock", or why it isn't sold. */
  state: string;
}

export interface ShownVariants {
  group: string | undefined;
  variants: ListedVariant[];
  /** How many more there are. */
  others: number;
  doubts: string[];
}

/** What a product's form shows of its group. @param siblings all of the group, or none */
export function toShownVariants(group: string | undefined, siblings: Sibling[], doubts: GroupDoubt[]): ShownVariants {
  const variants = siblings.slice(0, mostListed).map(({ product: { id, options, stock }, status, row }) => ({
    id,
    name: optionsText(options) || id,
    state: { active: `${stock} in stock${saleOf(row)}`, draft: "Draft", archived: "Archived" }[status],
  }));
  return { group, variants, others: siblings.length - variants.length, doubts: doubts.map(({ text }) => text) };
}

function saleOf(row: Sibling["row"]) {
  if (!row || row.saleCents === null) return "";
  return isOnSale(row) ? " · On sale" : " · Sale scheduled";
}

interface VariantsPartProps extends ShownVariants {
  /** The product whose form it is. */
  id: string;
}

/** The variants of a product's group, and ways to edit and add some. */
export function VariantsPart({ id, group, variants, others, doubts }: VariantsPartProps) {
  return (
    <div className="grid gap-3 sm:col-span-2">
      {variants.length > 1 && (
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {variants.map((variant) => (
            <li
              key={variant.id}
              className="flex min-h-9 items-center justify-between gap-3 border-b border-line text-sm"
            >
              {variant.id === id ? (
                <strong dir="auto" className="font-medium wrap-anywhere">
                  {variant.name}
                </strong>
              ) : (
                <a href={ownersProductAddress(variant.id)} dir="auto" className="text-link wrap-anywhere">
                  {variant.name}
                </a>
              )}
              <span className="shrink-0 text-soft tabular-nums">{variant.state}</span>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p className="text-sm text-soft">and {others} more</p>}
      {doubts.map((doubt) => (
        <p key={doubt} className="text-sm wrap-anywhere text-berry">
          {doubt}
        </p>
      ))}
      <p className="flex flex-wrap gap-3">
        {group !== undefined && (
          <Button href={ownersGroupAddress(group)} look="quiet">
            Edit all variants
          </Button>
        )}
        <Button href={addVariantsAddress(id)} look="quiet">
          Add variants
        </Button>
      </p>
    </div>
  );
}
