import type { AvailabilityStatus } from "#database/schema.ts";

/** What a product list shows of a product. */
export interface ProductCard {
  id: string;
  /** The last part of its page's address; none for the id, undefined for the one that it has. */
  address?: string | null | undefined;
  title: string;
  priceCents: number;
  /** 0 to 5 */
  rating: number;
  /** An address below this shop, or a whole one elsewhere. */
  thumbnail: string;
  brand: string | null;
  category: string;
  discountPercentage: number;
  /** The former price that the shop may show beside its price (`shop/catalog/pricing/former-price.ts`); undefined for none. */
  formerCents?: number | undefined;
  /** In pieces; none of what the catalog calls sold out, whatever it counts. */
  stock: number;
}

/** All that the catalog knows of a product. */
export interface Product extends ProductCard {
  availabilityStatus: AvailabilityStatus;
  images: string[];
  tags: string[];
  minimumOrderQuantity: number;
  /** The VAT rate's id (`shop/taxes/taxes.ts`); null for the standard one, undefined for the one that it has. */
  vatRate?: string | null | undefined;
  /** The former price that the owner claims; null for none, undefined for the one that it has. */
  compareAtCents?: number | null | undefined;
  description: string;
}
