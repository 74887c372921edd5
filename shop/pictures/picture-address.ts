import * as v from "valibot";

const longest = 300;

/** The address of a picture that the shop serves itself, or "" for none. Forms have it in a hidden field, which anyone can change. See docs/decisions/0041. */
export const pictureAddress = v.pipe(
  v.optional(v.string(), ""),
  v.trim(),
  v.check(
    (address) =>
      address === "" || (address.length <= longest && /^\/pictures\/[\w/-]+-800\.webp(\?[\w=&-]*)?$/.test(address)),
    "Choose a picture file",
  ),
);
