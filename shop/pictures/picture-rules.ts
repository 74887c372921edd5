/** What may become a picture. The browser looks at the name and size of a profile picture at once, the server at its content. */

export const pictureTypes = ".jpg,.jpeg,.png,.webp";

const megabyte = 1024 * 1024;

/** In bytes. */
export const largestPicture = 5 * megabyte;

/** What owners send at once: files, the bytes of each and of all of them. */
export const sentPictures = { most: 10, largest: 12 * megabyte, together: 40 * megabyte };

/** How many pictures a product may have. */
export const mostProductPictures = 20;

/** One of the files that browsers choose from. The width says what it is for: a picture that isn't as wide is as wide as it is. */
export interface PictureSize {
  format: "avif" | "webp";
  width: number;
}

/** What the 50-megapixel cameras of phones take. */
export const mostPixels = 8192 * 6144;

/** What a decoder may hold of a picture that it can't decode row by row, in bytes: a progressive JPEG of 26 megapixels. */
export const mostHeldBytes = 160_000_000;

export const pictureMessages = {
  type: "Only .jpg, .jpeg, .png and .webp pictures can be used",
  size: "The picture is larger than 5 MB",
  sentSize: "The picture is larger than 12 MB",
  moving: "A picture that moves can't be used",
  tooMany: "More than 10 pictures came at once. Please send this one again",
  full: "A product has at most 20 pictures",
  pixels: "The picture has more than 50 megapixels",
  costly: "The picture takes too much work to open. Please choose a smaller one, or save it as an ordinary JPEG",
  damaged: "The picture is damaged",
  busy: "Many pictures are being prepared right now. Please try again in a moment",
  ownBusy: "Your last picture is still being prepared. Please try again in a moment",
  unverified: "Please verify your email before you add a picture",
  failed: "The picture could not be uploaded",
} as const;
