/** What may become a profile picture. The browser looks at a file's name and size at once, the server at its content. */

export const pictureTypes = ".jpg,.jpeg,.png,.webp";

/** In bytes. */
export const largestPicture = 5 * 1024 * 1024;

/** What the 50-megapixel cameras of phones take. */
export const mostPixels = 8192 * 6144;

/** What a decoder may hold of a picture that it can't decode row by row, in bytes: a progressive JPEG of 26 megapixels. */
export const mostHeldBytes = 160_000_000;

export const pictureMessages = {
  type: "Only .jpg, .jpeg, .png and .webp pictures can be used",
  size: "The picture is larger than 5 MB",
  pixels: "The picture has more than 50 megapixels",
  costly: "The picture takes too much work to open. Please choose a smaller one, or save it as an ordinary JPEG",
  damaged: "The picture is damaged",
  busy: "Many pictures are being prepared right now. Please try again in a moment",
  ownBusy: "Your last picture is still being prepared. Please try again in a moment",
  unverified: "Please verify your email before you add a picture",
  failed: "The picture could not be uploaded",
} as const;
