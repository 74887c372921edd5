interface Imported {
  /** How many the file has. */
  products: number;
  /** How many of them are drafts. */
  drafts: number;
  removed: number;
}

/** "2 products imported from spring.csv, 1 of them as a draft, 1 removed" @param from the file or the shop that they come from */
export function importedInWords({ products, drafts, removed }: Imported, from: string) {
  const parts = [
    `${products} ${products === 1 ? "product" : "products"} imported from ${from}`,
    drafts > 0 && `${drafts} of them as ${drafts === 1 ? "a draft" : "drafts"}`,
    removed > 0 && `${removed} removed`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
