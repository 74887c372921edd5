const names = { products: "products", customers: "customers", orders: "orders", contactMessages: "messages" };

/** How much there is of what an owner knows by name. */
export function countsInWords(counts: Map<string, number>) {
  return Object.entries(names)
    .map(([table, name]) => `${counts.get(table)} ${name}`)
    .join(", ");
}
