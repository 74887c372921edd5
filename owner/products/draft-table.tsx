import type { Product } from "#shop/catalog/product.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { SelectAll, SelectedCount, SelectRow } from "../lists/select-rows.tsx";
import { ProductName } from "./product-table.tsx";

interface DraftTableProps {
  drafts: Product[];
  /** Category names by slug. */
  nameOf: Map<string, string>;
  /** The IDs of the drafts that are selected. */
  selected: string[];
}

/** A page of drafts, with what can be done with the selected ones. */
export function DraftTable({ drafts, nameOf, selected }: DraftTableProps) {
  const formatPrice = useFormatPrice();
  const priceOf = ({ priceCents }: Product) => (priceCents > 0 ? formatPrice(priceCents) : "No price");
  const categoryOf = ({ category }: Product) => nameOf.get(category) ?? (category || "No category");
  return (
    <PostForm>
      <Table
        caption="Drafts"
        rows={drafts}
        keyOf={({ id }) => id}
        empty="No drafts. “Add product” starts one."
        room="much"
        columns={[
          {
            name: "Product",
            heading: <SelectAll name="Product" />,
            isTitle: true,
            cell: (draft) => (
              <SelectRow
                name="draft"
                value={draft.id}
                isSelected={selected.includes(draft.id)}
                label={`Select ${draft.title}`}
              >
                <ProductName {...draft}>
                  <Sentence
                    text={`${categoryOf(draft)} · ${priceOf(draft)} · ${draft.stock} in stock`}
                    names={[categoryOf(draft)]}
                  />
                </ProductName>
              </SelectRow>
            ),
          },
          {
            name: "Category",
            isInTitle: true,
            cell: (draft) => <span className="wrap-break-word">{categoryOf(draft)}</span>,
          },
          { name: "Price", isInTitle: true, isNumber: true, cell: priceOf },
          { name: "Stock", isInTitle: true, isNumber: true, cell: ({ stock }) => stock },
        ]}
      />
      {drafts.length > 0 && (
        <div className="action-bar">
          <Button name="step" value="publish">
            Publish selected
          </Button>
          <Button name="step" value="delete" look="quiet">
            Delete selected
          </Button>
          <SelectedCount />
        </div>
      )}
    </PostForm>
  );
}
