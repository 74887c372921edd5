import type { CategoryField, CategoryFields as Fields } from "#shop/catalog/categories/category-form.ts";
import { categoryColors } from "#ui/category-colors.ts";
import {
  CheckboxField,
  RedirectField,
  SelectField,
  type ShownForm,
  TextAreaField,
  TextField,
} from "../forms/form-fields.tsx";
import { PictureField } from "../forms/picture-field.tsx";

/** The fields' labels. */
export const categoryFields: Record<CategoryField, string> = {
  name: "Name",
  slug: "Address",
  description: "Description",
  searchWords: "Search words",
  picture: "Picture",
  color: "Color",
  kind: "Kind",
  inMenu: "In the menu",
};

/** The fields of the category form. */
export function CategoryFields({ texts, errors, redirect }: ShownForm<Fields>) {
  const field = (name: CategoryField) => ({ name, label: categoryFields[name], error: errors[name] });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field("name")} defaultValue={texts.name} maxLength={60} required />
      <TextField
        {...field("slug")}
        defaultValue={texts.slug}
        maxLength={60}
        hint="In the shop's links: /products?filter=address. Leave empty to create it from the name."
      />
      <TextAreaField
        {...field("description")}
        defaultValue={texts.description}
        maxLength={500}
        rows={3}
        hint="Shown above its products"
        className="sm:col-span-2"
      />
      <TextField
        {...field("searchWords")}
        defaultValue={texts.searchWords}
        maxLength={500}
        hint="Comma-separated, such as “sofa, couch”. A search for them finds the category's products."
        className="sm:col-span-2"
      />
      <PictureField
        {...field("picture")}
        kind="square"
        value={texts.picture ?? ""}
        hint="Shown on the home page."
        className="sm:col-span-2"
      />
      <SelectField
        {...field("kind")}
        defaultValue={texts.kind}
        hint="A product has one category and any number of tags. Both are filters."
      >
        <option value="category">Category</option>
        <option value="tag">Tag</option>
      </SelectField>
      <SelectField
        {...field("color")}
        defaultValue={texts.color}
        hint="Behind its products' pictures and the heading of its list"
      >
        <option value="">None</option>
        {categoryColors.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        {...field("inMenu")}
        defaultChecked={Boolean(texts.inMenu)}
        hint="Up to eight categories. The others are listed under “All categories”."
        className="sm:col-span-2"
      />
      <RedirectField redirect={redirect} className="sm:col-span-2" />
    </div>
  );
}
