/** What may become a profile picture. The browser looks at a file's name and size at once, the server at its content. */

export const pictureTypes = ".jpg,.jpeg,.png,.webp";

/** In bytes. */
export const largestPicture = 5 * 1024 * 1024;

export const mostPixels = 40_000_000;

export const pictureMessages = {
  type: "Only .jpg, .jpeg, .png and .webp pictures can be used",
  size: "The picture is larger than 5 MB",
  pixels: "The picture has more than 40 megapixels",
  damaged: "The picture is damaged",
} as const;
