import { type ProductTexts, productFields } from "#shop/catalog/product-texts.ts";
import type { FieldErrors } from "#shop/validate.ts";
import { TextAreaField, TextField } from "./form-fields.tsx";

interface ProductFieldsProps {
  texts: ProductTexts;
  errors: FieldErrors;
  categories: string[];
}

/** The fields of a product's form. */
export function ProductFields({ texts, errors, categories }: ProductFieldsProps) {
  const field = (name: keyof ProductTexts) => ({
    name,
    label: productFields[name].label,
    maxLength: Math.max(productFields[name].limit, texts[name].length),
    defaultValue: texts[name],
    error: errors[name],
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field("title")} required className="sm:col-span-2" />
      <TextAreaField {...field("description")} rows={6} className="sm:col-span-2" />
      <TextField {...field("price")} inputMode="decimal" required hint="In dollars" />
      <TextField {...field("stock")} required hint="How many there are, or how many come (+5) or go (-2)" />
      <TextField {...field("brand")} />
      <TextField {...field("category")} list="categories" required />
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <TextField {...field("tags")} hint="Words with commas between them" className="sm:col-span-2" />
      <TextField {...field("discount")} inputMode="decimal" hint="In percent; shown as on sale from 10" />
      <TextField {...field("minimumOrder")} inputMode="numeric" hint="In pieces" />
      <TextField {...field("thumbnail")} hint="The address of a picture" className="sm:col-span-2" />
      <TextAreaField
        {...field("images")}
        rows={3}
        hint="The addresses of pictures, one on each line, in the order in which they are shown"
        className="sm:col-span-2"
      />
    </div>
  );
}
