/** Bytes. A label is a page or two. */
export const largestLabel = 2 * 1024 * 1024;
