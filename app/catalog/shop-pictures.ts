import type { Category } from "#shop/catalog/categories.ts";

/** Pictures from the studio (`catalog/studio`), with the addresses it prints. */
export const shopPictures = {
  /** No thumbhashes: the backdrop has the pictures' own background color. */
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
