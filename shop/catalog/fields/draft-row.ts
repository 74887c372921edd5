import { foldText } from "../../text/fold-text.ts";
import type { Product } from "../product.ts";

/** A draft as a row. @param madeIds the IDs that it got from its titles, if its ID follows its title */
export function draftRow(draft: Product, madeIds: string[] | undefined) {
  const { id, title, group = null } = draft;
  return {
    ...{ id, titleKey: foldText(title), content: JSON.stringify(draft), group },
    madeIds: madeIds ? JSON.stringify(madeIds) : null,
  };
}

/** The addresses of all pictures of a product. */
export function picturesIn({ thumbnail, images }: Pick<Product, "thumbnail" | "images">) {
  return [thumbnail, ...images];
}
