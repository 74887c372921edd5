import type { CategoryField } from "#shop/catalog/categories/category-form.ts";
import { withdrawalExceptions } from "#shop/values/withdrawal.ts";
import { categoryColors } from "#ui/category-colors.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

/** The fields of a category or tag. @param parents the categories that it may be in */
export function categoryFields(parents: { slug: string; name: string }[] = []): DescribedFields<CategoryField> {
  const choices = parents.map(({ slug, name }) => ({ value: slug, label: name }));
  return {
    name: { label: "Name", maxLength: 60, required: true },
    slug: {
      label: "Address",
      maxLength: 60,
      hint: "In the shop's links: /products?filter=address. Leave empty to create it from the name.",
    },
    description: {
      label: "Description",
      as: "area",
      maxLength: 500,
      rows: 3,
      wide: true,
      hint: "Shown above its products",
    },
    searchWords: {
      label: "Search words",
      maxLength: 500,
      wide: true,
      hint: "Comma-separated, such as “sofa, couch”. A search for them finds the category's products.",
    },
    picture: { label: "Picture", picture: "square", wide: true, hint: "Shown on the home page." },
    kind: {
      label: "Kind",
      as: "select",
      options: [
        { value: "category", label: "Category" },
        { value: "tag", label: "Tag" },
      ],
      hint: "A product has one category and any number of tags. Both are filters.",
    },
    parent: {
      label: "Parent category",
      as: "select",
      options: [{ value: "", label: "None" }, ...choices],
      hint: "Its list shows this category's products too.",
    },
    color: {
      label: "Color",
      as: "select",
      options: [{ value: "", label: "None" }, ...categoryColors],
      hint: "Behind its products' pictures and the heading of its list",
    },
    withdrawalException: {
      label: "Right of withdrawal",
      as: "select",
      options: [
        { value: "", label: "Applies" },
        ...Object.entries(withdrawalExceptions).map(([value, { label, letter }]) => ({
          value,
          label: `Limited: ${label.toLowerCase()} (art. 16 ${letter})`,
        })),
      ],
      hint: "Whether the law lets consumers withdraw from buying its products. Categories in it have the same, unless they say otherwise.",
    },
    inMenu: {
      label: "In the menu",
      as: "checkbox",
      wide: true,
      hint: "Up to eight categories, and twelve below each. The others are listed under “All categories”.",
    },
  };
}
