/** How an owner's list of products is sorted, and by what. */
export const ownersSorts = {
  catalog: { label: "Catalog order", by: "products.position" },
  title: { label: "Title", by: "nameRank" },
  lowestPrice: { label: "Lowest price", by: "lowestPriceRank" },
  highestPrice: { label: "Highest price", by: "highestPriceRank" },
  fewest: { label: "Fewest in stock", by: "stock" },
  most: { label: "Most in stock", by: "stock" },
} as const;

export type OwnersSort = keyof typeof ownersSorts;
