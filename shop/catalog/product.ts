import type { CardColumn, ProductValues } from "./fields/product-fields.ts";

/** All that the catalog knows of a product. Of what may be empty, undefined means none, or in a change the value that it has. */
export interface Product extends ProductValues {
  /** The former price that the shop may show beside its price (`shop/catalog/pricing/former-price.ts`); undefined for none. */
  formerCents?: number | undefined;
}

/** What a product's page has of it. The description is HTML beside it. */
export type ShownProduct = Omit<Product, "description" | "compareAtCents">;

/** What a product list shows of a product. The stock is none of what the catalog calls sold out, whatever it counts. */
export interface ProductCard extends Omit<Pick<Product, CardColumn>, "availabilityStatus"> {
  /** What a mouse over the picture shows, without a placeholder; undefined for a product with one picture. */
  secondPicture?: string;
  /** Undefined for a product without siblings. The price is then the lowest of those that can be bought. */
  variants?: CardVariants;
}

/** What a card says of the siblings that it stands for. */
export interface CardVariants {
  /** Whether siblings that can be bought cost more than the card's price. */
  isFrom: boolean;
  /** Whether shoppers choose on the product's page: several siblings can be bought, and the card's title and price are not one's own. */
  hasChoice: boolean;
  /** What they differ in; the values of the only one where there is no choice. */
  summary: VariantsSummary[];
}

export interface VariantsSummary {
  /** "3 sizes", "M" */
  label: string;
  /** Colors (CSS) that are drawn in place of the label, and how many more there are. */
  colors?: string[];
  more?: number;
}
