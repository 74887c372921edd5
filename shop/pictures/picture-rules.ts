/** The rules for uploaded pictures. The browser checks the name and size of a profile picture, the server its content. */

export const pictureTypes = ".jpg,.jpeg,.png,.webp";

const megabyte = 1024 * 1024;

/** In bytes. */
export const largestPicture = 5 * megabyte;

/** What owners may upload at once: files, bytes of each, and bytes of all. */
export const sentPictures = { most: 10, largest: 12 * megabyte, together: 40 * megabyte };

export const mostProductPictures = 20;

/**
 * What a picture is for: squares for products and categories, a wide one for the home page, one in a page's text, the shop's logo or its icon.
 * All but squares and icons keep their shape.
 */
export type PictureKind = "square" | "wide" | "page" | "logo" | "icon";

/** One of the files that browsers choose from, or that mails show. Pictures are never enlarged, so a file may be narrower. */
export interface PictureSize {
  format: "avif" | "webp" | "png" | "jpeg";
  width: number;
}

/** What phones with 50-megapixel cameras take. */
export const mostPixels = 8192 * 6144;

/** What a decoder may hold of a picture that it can't decode row by row, in bytes. It is a progressive JPEG of 26 megapixels. */
export const mostHeldBytes = 160_000_000;

export const pictureMessages = {
  type: "Please choose a .jpg, .jpeg, .png or .webp picture",
  content: "This isn't a picture that we can read. Please choose a .jpg, .jpeg, .png or .webp picture",
  size: "This picture is too large. The limit is 5 MB",
  sentSize: "This picture is too large. The limit is 12 MB",
  moving: "Animated pictures aren't supported",
  tooMany: "You can upload 10 pictures at a time. Please upload this one again.",
  tooMuch: "You can upload 40 MB of pictures at a time. Please upload this one again.",
  full: "A product can have up to 20 pictures",
  pixels: "This picture is too large. The limit is 50 megapixels",
  smallIcon: "Use an icon of at least 512 × 512 pixels",
  costly: "We can't process this picture. Please choose a smaller one, or save it as a standard JPEG",
  damaged: "This picture file is damaged",
  busy: "We're processing a lot of pictures right now. Please try again in a moment",
  ownBusy: "We're still processing your last picture. Please try again in a moment",
  unverified: "Please verify your email before you add a picture",
  failed: "We couldn't upload your picture",
  unsaved: "We can't save pictures right now. Please try again in a moment",
} as const;

/** A file that isn't a picture we accept. The message is for the user. */
export class PictureError extends Error {
  override name = "PictureError";
}

/** A file that isn't a picture of a kind we accept. */
export class OtherFileError extends PictureError {}

/** Too many pictures are being processed. The message is for the user. */
export class PicturesBusyError extends Error {
  override name = "PicturesBusyError";
  /** Who has too many: the shop, or this customer. */
  readonly whose: "shop" | "customer";

  constructor(whose: "shop" | "customer") {
    super(whose === "shop" ? pictureMessages.busy : pictureMessages.ownBusy);
    this.whose = whose;
  }
}
