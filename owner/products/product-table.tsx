import type { ReactNode } from "react";
import type { FoundProduct } from "#shop/catalog/lists/find-products.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { SelectAll, SelectRow } from "../lists/select-rows.tsx";
import { ownersGroupAddress, ownersProductAddress } from "../products-address.ts";
import { Thumbnail } from "../screen/thumbnail.tsx";
import { type Moments, ProductMoments } from "./product-moments.tsx";
import { stockFieldPrefix } from "./stock-field.ts";
import type { RefusedStock } from "./stock-form.server.ts";

/** A row of the list. */
export type ListedProduct = FoundProduct & Moments;

interface ProductTableProps {
  products: ListedProduct[];
  /** Category names by slug. */
  nameOf: Map<string, string>;
  isArchive: boolean;
  /** Typed stock changes that weren't saved. */
  refused: RefusedStock[];
  /** The numbers of the products that are selected. */
  selected: number[];
}

/** A page of products, each with a checkbox and, unless they are archived, a field for its stock. */
export function ProductTable({ products, nameOf, isArchive, refused, selected }: ProductTableProps) {
  const formatPrice = useFormatPrice();
  // Siblings are usually next to each other.
  const isFirst = ({ group }: ListedProduct, index: number) => group !== products[index - 1]?.group;
  const firstOfGroup = new Set(products.filter(isFirst).map(({ id }) => id));
  const refusedById = new Map(refused.map((each) => [each.id, each]));
  return (
    <Table
      caption="Products"
      rows={products}
      keyOf={({ id }) => id}
      empty="No products match."
      room="much"
      columns={[
        {
          name: "Product",
          heading: <SelectAll name="Product" />,
          isTitle: true,
          cell: (product) => (
            <SelectRow
              name="product"
              value={product.number}
              isSelected={selected.includes(product.number)}
              label={`Select ${fullTitle(product)}`}
            >
              <ProductName {...product} group={firstOfGroup.has(product.id) ? product.group : null}>
                <Sentence
                  text={`${nameOf.get(product.category) ?? product.category} · ${formatPrice(product.priceCents)} · ${product.stock} in stock`}
                  names={[nameOf.get(product.category)]}
                />
                {product.availabilityStatus !== "In Stock" && (
                  <>
                    {" · "}
                    <span className="whitespace-nowrap text-berry">{product.availabilityStatus}</span>
                  </>
                )}
              </ProductName>
            </SelectRow>
          ),
        },
        {
          name: "Category",
          isInTitle: true,
          cell: ({ category }) => <span className="wrap-break-word">{nameOf.get(category) ?? category}</span>,
        },
        { name: "Price", isInTitle: true, isNumber: true, cell: Price },
        { name: "Stock", isInTitle: true, isNumber: true, cell: Pieces },
        ...(isArchive
          ? []
          : [
              {
                name: "Adjust stock",
                cell: (product: FoundProduct) => <StockField product={product} refused={refusedById.get(product.id)} />,
              },
            ]),
      ]}
    />
  );
}

interface ProductNameProps extends Pick<ListedProduct, "id" | "title" | "thumbnail" | "brand" | "scheduled" | "sale"> {
  /** Leads to the group's table. */
  group?: string | null | undefined;
  options?: Options;
  /** Stacked tables show this in place of brand and ID, and of the columns `isInTitle`. */
  children: ReactNode;
}

/** A product's picture, title and ID. */
export function ProductName({
  id,
  title,
  thumbnail,
  brand,
  group,
  options,
  scheduled,
  sale,
  children,
}: ProductNameProps) {
  return (
    <span className="flex min-w-0 items-center @4xl:min-w-56 gap-3">
      <Thumbnail src={thumbnail} />
      <span className="min-w-0">
        <a href={ownersProductAddress(id)} className="text-link font-medium wrap-anywhere">
          {title}
        </a>
        <OptionsText options={options} />
        <span className="block text-sm wrap-anywhere text-soft stacked:hidden">
          <Sentence text={brand ? `${brand}, ${id}` : id} names={[brand]} />
        </span>
        <span className="hidden text-sm wrap-break-word text-soft stacked:block">{children}</span>
        {group && (
          <span className="block text-sm">
            <a href={ownersGroupAddress(group)} className="text-link">
              Edit all variants
            </a>
          </span>
        )}
        <ProductMoments scheduled={scheduled} sale={sale} />
      </span>
    </span>
  );
}

/** The price, and the former price that shoppers see beside it. */
function Price({ priceCents, formerCents }: FoundProduct) {
  const formatPrice = useFormatPrice();
  return (
    <>
      {formatPrice(priceCents)}
      {formerCents && (
        <s className="block text-sm text-soft">
          <span className="sr-only">Former price </span>
          {formatPrice(formerCents)}
        </s>
      )}
    </>
  );
}

function Pieces({ stock, availabilityStatus }: FoundProduct) {
  return (
    <>
      {stock}
      {availabilityStatus !== "In Stock" && (
        <span className="block text-sm whitespace-nowrap text-berry">{availabilityStatus}</span>
      )}
    </>
  );
}

interface StockFieldProps {
  product: FoundProduct;
  refused: RefusedStock | undefined;
}

function StockField({ product, refused }: StockFieldProps) {
  const { id, number } = product;
  const messageId = `stock-message-${number}`;
  return (
    <>
      <input
        type="text"
        name={stockFieldPrefix + id}
        size={5}
        maxLength={12}
        placeholder="10, +5, -2"
        autoComplete="off"
        defaultValue={refused?.written}
        aria-label={`Adjust stock of ${fullTitle(product)}`}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused && messageId}
        className="h-11 w-28 rounded-lg border border-field bg-raised px-2 tabular-nums aria-invalid:border-berry"
      />
      {refused && (
        <span id={messageId} className="mt-1 block max-w-48 text-sm wrap-anywhere text-berry">
          {refused.message}
        </span>
      )}
    </>
  );
}
