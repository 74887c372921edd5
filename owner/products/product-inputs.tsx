import { useContext } from "react";
import { categoryText } from "#shop/catalog/categories/typed-category.ts";
import {
  formFields,
  freePriceQuestion,
  furtherFields,
  type ProductFormValues,
} from "#shop/catalog/products/product-form.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { CurrencyContext } from "#ui/currency.ts";
import { CheckboxField, SelectField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import type { OfferedLabels } from "./offered-labels.ts";

interface ProductFieldsProps {
  texts: ProductFormValues;
  errors: FieldErrors;
  offered: OfferedLabels;
  /** Where the product is without an address of its own; undefined before it is published. */
  idAddress?: string | undefined;
}

/** The fields of the product form. */
export function ProductFields({ texts, errors, offered, idAddress }: ProductFieldsProps) {
  const field = (name: keyof ProductFormValues) => ({
    name,
    label: formFields[name].label,
    maxLength: Math.max(formFields[name].limit, texts[name].length),
    defaultValue: texts[name],
    error: errors[name],
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field("title")} required className="sm:col-span-2" />
      {idAddress && (
        <TextField
          {...field("address")}
          autoCapitalize="none"
          spellCheck={false}
          className="sm:col-span-2"
          hint={`The end of its URL, after /products/. Leave it empty for ${idAddress}. Old links keep working.`}
        />
      )}
      <TextAreaField
        {...field("description")}
        rows={6}
        className="sm:col-span-2"
        hint="Markdown: **bold**, *italic*, ## heading, - list, [link](https://…)"
      />
      <div className="grid content-start gap-2">
        <TextField {...field("price")} inputMode="decimal" required hint={`In ${useContext(CurrencyContext)}`} />
        {errors.price === freePriceQuestion && <CheckboxField label="Sell this product for 0" name="isFree" />}
      </div>
      <TextField
        {...field("compareAtPrice")}
        inputMode="decimal"
        hint="The regular price, struck through beside a lower price. Shoppers see the lowest price of the 30 days before the reduction, as European law asks."
      />
      <TextField {...field("stock")} required hint="Quantity (10) or adjustment (+5, -2)" />
      <TextField {...field("brand")} />
      <TextField
        {...field("category")}
        defaultValue={categoryText(offered.category, texts.category)}
        list="categories"
        required
        hint="Choose one, or type a new name to create a category"
      />
      <datalist id="categories">
        {offered.category.map(({ slug, name }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
      <TextField {...field("tags")} hint={tagsHint(offered.tag)} className="sm:col-span-2" />
      <TextField
        {...field("discount")}
        inputMode="decimal"
        hint="A label in percent that imported catalogs bring. It doesn't change the price. To lower a price, set a compare-at price or a sale."
      />
      <TextField {...field("minimumOrder")} inputMode="numeric" hint="Units" />
      <VatRate texts={texts} rates={offered.vatRate} error={errors.vatRate} />
      {furtherFields.map((name) => (
        <TextField key={name} {...field(name)} />
      ))}
      <details open={Boolean(errors.thumbnail ?? errors.images)} className="sm:col-span-2">
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">Advanced: picture URLs</summary>
        <div className="mt-2 grid gap-4">
          <TextField {...field("thumbnail")} hint="Picture URL, shown in product lists" />
          <TextAreaField {...field("images")} rows={3} hint="Picture URLs, one per line, in display order" />
        </div>
      </details>
    </div>
  );
}

interface VatRateProps {
  texts: Pick<ProductFormValues, "vatRate">;
  rates: OfferedLabels["vatRate"];
  error: string | undefined;
}

/** The first rate is the standard one, of products that name none. */
function VatRate({ texts: { vatRate }, rates: [standard, ...others], error }: VatRateProps) {
  if (!standard) return null;
  const isStandard = vatRate === standard.slug;
  return (
    <SelectField
      name="vatRate"
      label={formFields.vatRate.label}
      defaultValue={isStandard ? "" : vatRate}
      {...(error !== undefined && { error })}
    >
      <option value="">{standard.name}</option>
      {others.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const mostTagsTold = 12;

/** Names the tags that are filters of the shop. */
function tagsHint(tags: OfferedLabels["tag"]) {
  if (tags.length === 0) return "Comma-separated";
  const told = tags.slice(0, mostTagsTold).map(({ slug }) => slug);
  return `Comma-separated. Filters: ${told.join(", ")}${tags.length > mostTagsTold ? " …" : ""}`;
}
