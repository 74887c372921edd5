import * as v from "valibot";
import { pictureAddress } from "../pictures/picture-address.ts";
import { normalizeNewlines } from "../validate.ts";
import type { ShopCategory } from "./categories.ts";
import { slugOf } from "./category-slug.ts";

export const nameLimit = 60;
const slugLimit = 60;
const descriptionLimit = 500;

function text(limit: number) {
  return v.pipe(v.optional(v.string(), ""), v.trim(), v.maxLength(limit, `Use at most ${limit} characters`));
}

/** The form of a category or tag. An empty address is made from the name. */
export const categoryForm = v.pipe(
  v.object({
    name: v.pipe(text(nameLimit), v.nonEmpty("Enter a name")),
    slug: text(slugLimit),
    description: v.pipe(text(descriptionLimit), v.transform(normalizeNewlines)),
    picture: pictureAddress,
    color: text(20),
    kind: v.picklist(["category", "tag"], "Choose category or tag"),
    inMenu: v.pipe(
      v.optional(v.string(), ""),
      v.transform((checked) => (checked ? "on" : "")),
    ),
  }),
  v.transform((form) => ({ ...form, slug: form.slug || slugOf(form.name) })),
);

export type CategoryFields = v.InferOutput<typeof categoryForm>;
export type CategoryField = keyof CategoryFields;

/** Fills the form from a category. */
export function toCategoryForm({ inMenu, picture, color, ...texts }: ShopCategory): CategoryFields {
  return { ...texts, picture: picture ?? "", color: color ?? "", inMenu: inMenu ? "on" : "" };
}
