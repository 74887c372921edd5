/** The sort menu, with the values of the address (`?sort=`). Without one, a list keeps the catalog's own order. */
export const sorts = [
  { value: "name", label: "Name" },
  { value: "highestPrice", label: "Price, high to low" },
  { value: "lowestPrice", label: "Price, low to high" },
  { value: "rating", label: "Rating" },
] as const;

export type Sort = (typeof sorts)[number]["value"];

/** The sort that an address asks for; undefined (the catalog's order) for any value that isn't one. */
export function parseSort(value: string | null): Sort | undefined {
  return sorts.find((sort) => sort.value === value)?.value;
}
