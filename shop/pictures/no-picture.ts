/** Shown for a product without pictures, and instead of a picture that doesn't load. */
export const noPicture = "/no-picture.svg";
