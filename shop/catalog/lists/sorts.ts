/** The sort menu, with the values of the address (`?sort=`). Without one, a list keeps the catalog's own order. */
export const sorts = [
  { value: "name", label: "Name" },
  { value: "highestPrice", label: "Price, high to low" },
  { value: "lowestPrice", label: "Price, low to high" },
  { value: "rating", label: "Rating" },
] as const;

/** Those that owners may add to the menu. */
export const furtherSorts = [
  { value: "newest", label: "Newest" },
  { value: "bestSelling", label: "Best selling" },
] as const;

export type FurtherSort = (typeof furtherSorts)[number]["value"];
export type Sort = (typeof sorts)[number]["value"] | FurtherSort;

/** The menu of a shop. */
export function sortMenu(further: FurtherSort[] = []) {
  return [...sorts, ...furtherSorts.filter(({ value }) => further.includes(value))];
}

/** The sort that an address asks for; undefined (the catalog's order) for any value that isn't one. Not every shop has all. */
export function parseSort(value: string | null): Sort | undefined {
  return [...sorts, ...furtherSorts].find((sort) => sort.value === value)?.value;
}
