/**
 * "2 products imported from spring.csv, 1 removed"
 *
 * @param products how many the file has @param from the file or the shop that they come from
 */
export function importedInWords({ products, removed }: { products: number; removed: number }, from: string) {
  const imported = `${products} ${products === 1 ? "product" : "products"} imported from ${from}`;
  return removed > 0 ? `${imported}, ${removed} removed` : imported;
}
