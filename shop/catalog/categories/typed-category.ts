import { foldText } from "../../text/fold-text.ts";
import { slugOf } from "../../text/slug.ts";

interface NamedCategory {
  slug: string;
  name: string;
}

/** The category whose address or name someone typed. */
export function findTypedCategory<Category extends NamedCategory>(categories: Category[], text: string) {
  const [folded, slugged] = [foldText(text), slugOf(text)];
  return (
    categories.find(({ slug }) => slug === text) ??
    categories.find(({ name }) => foldText(name) === folded) ??
    categories.find(({ slug }) => slug === slugged)
  );
}

/** What a form shows of a category: its name, or its slug if the name would be read as another category's. */
export function categoryText(categories: NamedCategory[], category: string) {
  const name = categories.find(({ slug }) => slug === category)?.name ?? category;
  return findTypedCategory(categories, name)?.slug === category ? name : category;
}
