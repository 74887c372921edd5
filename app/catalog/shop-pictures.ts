/** Pictures from the studio (`catalog/studio`), with the addresses it prints. */
export const shopPictures = {
  /** No thumbhashes: the backdrop has the pictures' own background color. */
  hero: {
    phone: "/pictures/home-hero/phone-800.webp",
    tablet: "/pictures/home-hero/tablet-800.webp?widest=1600",
    wide: "/pictures/home-hero/wide-800.webp?widest=2400",
  },
  about: "/pictures/about/main-800.webp?thumbhash=rTkKHYSslmh_aIh8hWZ2hmlgtAdm",
};
