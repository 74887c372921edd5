/** A product of another shop, whichever system that runs on. */
export interface OtherProduct {
  /** What its address ended with: its ID here, and what its variants have in common. */
  handle: string;
  title: string;
  /** Whether the old shop has it as a draft. */
  isDraft?: boolean;
  /** HTML; undefined where the export has none. */
  description?: string | undefined;
  /** Whether line breaks of the description are its paragraphs. */
  marksLines?: boolean;
  brand?: string | null | undefined;
  /** Its categories, each from the topmost on. The first is the product's, and others become tags. */
  categories: string[][];
  tags?: string[] | undefined;
  pictures?: OtherPicture[] | undefined;
  seoTitle?: string | null | undefined;
  seoDescription?: string | null | undefined;
  variants: OtherVariant[];
  /** The paths at which the old shop has it. */
  addresses?: string[];
  /** The paths at which the old shop lists a category, or without one all products. */
  listAddresses?: (path: string[]) => string[];
}

export interface OtherPicture {
  address: string;
  alt: string;
}

/** What a shopper can buy. A product without options has one. Values that aren't right stay texts, which the catalog's rules refuse. */
export interface OtherVariant {
  /** Where the file has it. */
  line: number;
  /** Its ID here, if it had an address of its own. */
  handle?: string;
  /** Names and values, such as ["Size", "M"]. */
  options: [name: string, value: string][];
  price: number | string | undefined;
  compareAtPrice?: number | string | null | undefined;
  salePrice?: number | string | null | undefined;
  /** ISO 8601. */
  saleStarts?: string | null | undefined;
  saleEnds?: string | null | undefined;
  /** Pieces; undefined where nobody counts them, and the variant can be bought. */
  stock: number | string | undefined;
  sku?: string | null | undefined;
  gtin?: string | null | undefined;
  weightGrams?: number | string | null | undefined;
  contentAmount?: number | string | null | undefined;
  contentUnit?: string | null | undefined;
  /** Its own pictures, which come first. */
  pictures?: OtherPicture[];
}
