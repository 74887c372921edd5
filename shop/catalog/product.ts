import type { CardColumn, ProductValues } from "./fields/product-fields.ts";

/** All that the catalog knows of a product. Of what may be empty, undefined means none, or in a change the value that it has. */
export interface Product extends ProductValues {
  /** The former price that the shop may show beside its price (`shop/catalog/pricing/former-price.ts`); undefined for none. */
  formerCents?: number | undefined;
}

/** What a product list shows of a product. The stock is none of what the catalog calls sold out, whatever it counts. */
export interface ProductCard extends Omit<Pick<Product, CardColumn>, "availabilityStatus"> {}
