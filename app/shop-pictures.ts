import type { Category } from "#shop/catalog/filters.ts";

/** The shop's own pictures, from the studio (`catalog/studio`), with the addresses that it prints. */
export const shopPictures = {
  hero: "/pictures/home-hero/main-800.webp",
  about: "/pictures/about/main-800.webp",
  categories: {
    beauty: "/pictures/beauty/main-800.webp",
    fragrances: "/pictures/fragrances/main-800.webp",
    furniture: "/pictures/furniture/main-800.webp",
    groceries: "/pictures/groceries/main-800.webp",
  } satisfies Record<Category, string>,
};
