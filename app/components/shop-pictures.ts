import type { Category } from "#shop/catalog/categories.ts";

/** The shop's own pictures, from the studio (`catalog/studio`), with the addresses that it prints. */
export const shopPictures = {
  /** Each screen its own, all on the ground that the type stands on: that stands in for their thumbhashes. */
  hero: {
    phone: "/pictures/home-hero/phone-800.webp",
    tablet: "/pictures/home-hero/tablet-800.webp?widest=1600",
    wide: "/pictures/home-hero/wide-800.webp?widest=2400",
  },
  about: "/pictures/about/main-800.webp?thumbhash=rTkKHYSslmh_aIh8hWZ2hmlgtAdm",
  categories: {
    beauty: "/pictures/beauty/main-800.webp?thumbhash=LkkKBwCnipd_dnepZkeXmXaZRO8W7k8J",
    fragrances: "/pictures/fragrances/main-800.webp?thumbhash=LikKDwL8dZldlpd_omiKZpd3tnMHDVYF",
    furniture: "/pictures/furniture/main-800.webp?thumbhash=tAgGBwCZiXYvhIh0h4eZd2h39sIqL6kE",
    groceries: "/pictures/groceries/main-800.webp?thumbhash=sCkGDwDMlmdfhnZ6lDiZpoeJlTAFC0UD",
  } satisfies Record<Category, string>,
};
